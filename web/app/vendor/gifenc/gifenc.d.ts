export type Palette = number[][];
export function GIFEncoder(): {
  writeFrame(
    index: Uint8Array,
    width: number,
    height: number,
    options: { palette?: Palette; delay?: number },
  ): void;
  finish(): void;
  bytes(): Uint8Array<ArrayBuffer>;
};
export function quantize(rgba: Uint8ClampedArray, colors: number): Palette;
export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
