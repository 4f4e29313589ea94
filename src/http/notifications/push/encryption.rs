//! The encryption of a payload for one browser: `aes128gcm` with a fresh key for each message (RFC
//! 8188, RFC 8291).

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hmac::{HMAC_SHA256, Key, sign};
use ring::rand::{SecureRandom as _, SystemRandom};

/// The bytes of an uncompressed point of P-256.
pub(crate) const POINT_BYTES: usize = 65;

/// The bytes of the secret of authentication.
pub(crate) const AUTH_BYTES: usize = 16;

const SALT_BYTES: usize = 16;

/// The size of a record in the header. The payload is one record.
const RECORD_SIZE: u32 = 4096;

/// The longest payload that push services accept, in bytes.
pub(crate) const MAX_PAYLOAD: usize = 3_000;

/// The delimiter of the last record.
const LAST_RECORD: u8 = 2;

/// The public key of the browser cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the key of the browser is not a point of P-256")]
pub(crate) struct InvalidKey;

/// Encrypts a payload for the browser with the public key `p256dh` and the secret `auth`.
pub(crate) fn encrypt(payload: &[u8], p256dh: &[u8], auth: &[u8]) -> Result<Vec<u8>, InvalidKey> {
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).map_err(|_| InvalidKey)?;
    let own_public = own.compute_public_key().map_err(|_| InvalidKey)?;
    let mut salt = [0; SALT_BYTES];
    random.fill(&mut salt).map_err(|_| InvalidKey)?;
    let browser = UnparsedPublicKey::new(&ECDH_P256, p256dh);
    let encrypt = |shared: &[u8]| {
        let keys = Keys { shared, auth, browser: p256dh, own: own_public.as_ref() };
        keys.encrypt(payload, salt)
    };
    agree_ephemeral(own, &browser, encrypt).map_err(|_| InvalidKey)
}

/// The keys of one message.
struct Keys<'a> {
    /// The secret that both keys share.
    shared: &'a [u8],
    auth: &'a [u8],
    /// The public key of the browser.
    browser: &'a [u8],
    /// The public key of the message.
    own: &'a [u8],
}

impl Keys<'_> {
    /// Returns the header and the one record of the body.
    fn encrypt(&self, payload: &[u8], salt: [u8; SALT_BYTES]) -> Vec<u8> {
        let info = [b"WebPush: info\0", self.browser, self.own].concat();
        let input = derive(self.auth, self.shared, &info);
        let key = derive(&salt, &input, b"Content-Encoding: aes128gcm\0");
        let nonce = derive(&salt, &input, b"Content-Encoding: nonce\0");
        let key = UnboundKey::new(&AES_128_GCM, &key[..16]).expect("a key of 16 bytes");
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).expect("a nonce of 12 bytes");
        let mut record = [payload, &[LAST_RECORD]].concat();
        let sealed =
            LessSafeKey::new(key).seal_in_place_append_tag(nonce, Aad::empty(), &mut record);
        sealed.expect("a record shorter than the limit of the cipher");
        let mut body = salt.to_vec();
        body.extend(RECORD_SIZE.to_be_bytes());
        body.push(POINT_BYTES as u8);
        body.extend(self.own);
        body.extend(record);
        body
    }
}

/// HKDF with SHA-256 and an output of one block (RFC 5869).
fn derive(salt: &[u8], input: &[u8], info: &[u8]) -> [u8; 32] {
    let extracted = sign(&Key::new(HMAC_SHA256, salt), input);
    let expanded = sign(&Key::new(HMAC_SHA256, extracted.as_ref()), &[info, &[1]].concat());
    expanded.as_ref().try_into().expect("the output of SHA-256")
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    /// The example of RFC 8291, section 5 and appendix A.
    #[test]
    fn a_payload_is_encrypted_as_in_the_example_of_the_rfc() {
        let keys = Keys {
            shared: &bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"),
            auth: &bytes("BTBZMqHH6r4Tts7J_aSIgg"),
            browser: &bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            own: &bytes(
                "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
            ),
        };
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let body = keys.encrypt(b"When I grow up, I want to be a watermelon", salt);
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
                        mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
                        pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(URL_SAFE_NO_PAD.encode(body), expected);
    }

    #[test]
    fn a_key_that_is_not_on_the_curve_is_refused() {
        assert!(encrypt(b"text", &[4; POINT_BYTES], &[0; AUTH_BYTES]).is_err());
        assert!(encrypt(b"text", &[], &[0; AUTH_BYTES]).is_err());
    }
}
