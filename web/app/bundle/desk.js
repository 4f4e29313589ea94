import{core_api_Problem as C,core_api_allVariants as F,core_api_ask as z,core_api_boardNamed as G,core_api_check as M,core_api_dropShellAnswers as P,core_api_get as f,core_api_legalMoves as j,core_api_lines as _,core_api_playerNamed as I,core_api_post as k}from"./main.js";import{core_dom_Directive as Y,core_dom_directive as H,core_dom_drawWith as J,core_dom_focusSoon as K,core_dom_html as n,core_dom_noChange as Q,core_dom_nothing as r,core_dom_redraw as d,core_dom_render as X,core_dom_repeat as w,core_dom_svg as Z}from"./main.js";import{core_i18n_LANGUAGES as te,core_i18n_day as ae,core_i18n_decimal as oe,core_i18n_languageNow as ne,core_i18n_loadLanguage as re,core_i18n_loadTournamentWords as b,core_i18n_maybe as ie,core_i18n_preferred as le,core_i18n_reasonText as ce,core_i18n_t as a,core_i18n_when as u}from"./main.js";import{core_refusals_causeWords as pe,core_refusals_refusalWords as p}from"./main.js";import{core_socket_Refused as $e,core_socket_connection as y,core_socket_hear as fe}from"./main.js";import{parts_live_boards_LiveBoards as v}from"./main.js";import{pages_tournament_following_Following as x}from"./shared.js";import{pages_tournaments_countdown_Ticker as N,pages_tournaments_countdown_countdown as T}from"./shared.js";var W=100,h=class{found=null;isBusy=!1;trouble="";#e=new AbortController;constructor(e){this.desk=e}stop(){this.#e.abort()}async compare(e){this.isBusy=!0,this.trouble="",d();let o=`/tournaments/${this.desk.tournament}/engine-use?entrant=${e}`;try{for await(let s of _(o,void 0,this.#e.signal,"GET"))s.done&&(this.found={entrant:e,report:s})}catch(s){this.trouble=p(s)}this.isBusy=!1,d()}};function D(l){let{following:e}=l.desk,o=t=>{t.preventDefault();let i=new FormData(t.target);l.compare(Number(i.get("entrant")))},s=e.about?.entrants.filter(({players:t})=>t.length>0)??[];return s.length===0?r:n`<section class="card" id="desk-engine"><h2>${a("desk.engine")}</h2>
    <p class="quiet">${a("desk.engine_how")}</p>
    <form class="row" @submit=${o}>
      <label>${a("desk.whom")} <select name="entrant">${s.map(({entrant:t})=>n`<option value=${t}>${e.nameOf(t)}</option>`)}</select></label>
      <button ?disabled=${l.isBusy}>${a("desk.compare")}</button></form>
    ${l.trouble?n`<p class="trouble" role="alert">${l.trouble}</p>`:r}
    ${l.found?O(l.found,e):r}
  </section>`}function O({entrant:l,report:e},o){let s=e.agreement===void 0?"–":`${Math.round(e.agreement*W)} %`;return n`<p id="engine-report" role="status" data-striking=${e.striking}><strong>${o.nameOf(l)}</strong>:
    ${a("desk.engine_found",{games:e.matches,choices:e.choices,agreement:s})}
    ${e.striking?n`<span class="tag">${a("desk.striking")}</span>`:r}</p>`}var $=class{#e=null;constructor(e){this.desk=e}card({games:e,open:o,pause:s}){return n`<section class="card" id="desk-games"><h2>${a("desk.games",{n:o})}</h2>
      ${e.length===0?n`<p class="quiet">${a("desk.no_games")}</p>`:r}
      <ul class="bare desk-games">${w(e,({pairing:t})=>t.pairing,t=>this.#a(t,s!==void 0))}</ul></section>`}#a(e,o){let{pairing:s,match:t}=e,{first:i,second:m}=s,c=this.#e===s.pairing;return n`<li data-pairing=${s.pairing}>
      <div class="row"><span class="number">${s.round}.${s.table}</span>
        ${this.#s(e,i)} <span aria-hidden="true">–</span> ${this.#s(e,m)}
        ${t?n`<a class="button small" href="/m/${t.match}">${a("desk.open",{ply:t.ply})}</a>`:r}
        ${t?n`<button class="small" data-penalize aria-expanded=${c} @click=${()=>this.#t(s.pairing)}>${a("desk.penalize")}</button>`:r}
      </div>
      ${e.waits_since?n`<p class="quiet" data-waits>${a("desk.waits",{since:u(e.waits_since)})}
        ${e.forfeits_at&&!o?n`${a("desk.forfeits")} ${T(Date.parse(e.forfeits_at))}`:r}</p>`:r}
      ${c?this.#o(s):r}</li>`}#s({pairing:e,match:o,waits_since:s},t){let{following:i}=this.desk,m=i.about?.entrants.find(S=>S.entrant===t)?.players,c=s?e.ready.includes(t)?"ready":"absent":q(o,m??[]);return n`<span class="desk-entrant" data-state=${c??""}>${i.nameOf(t)}
      ${c?n`<span class="tag">${a(`desk_state.${c}`)}</span>`:r}</span>`}#t(e){this.#e=this.#e===e?null:e,d()}#o({pairing:e,first:o,second:s}){let{following:t}=this.desk;return n`<form class="row penalty" @submit=${i=>this.#n(i,e)}>
      <label>${a("desk.whom")} <select name="entrant">${[o,s].map(i=>n`<option value=${i}>${t.nameOf(i)}</option>`)}</select></label>
      <label>${a("desk.penalty")} <select name="kind">${["warning","time","loss"].map(i=>n`<option value=${i}>${a(`penalty.${i}`)}</option>`)}</select></label>
      <label>${a("desk.seconds")} <input name="seconds" type="number" min="1" max="86400" value="60" /></label>
      <label class="grow">${a("desk.reason")} <input name="reason" maxlength="200" required /></label>
      <button class="primary">${a("desk.penalize")}</button></form>`}async#n(e,o){e.preventDefault();let s=new FormData(e.target),t=String(s.get("kind")),i=t==="time"?{kind:t,ms:Number(s.get("seconds"))*1e3}:{kind:t},m=String(s.get("reason")??"").trim(),c=Number(s.get("entrant"));await this.desk.act({do:"penalize",pairing:o,entrant:c,penalty:i,reason:m})&&(this.#e=null,d())}};function q(l,e){return l?.presence?Object.entries(l.seats).filter(([,s])=>e.some(({id:t})=>t===s?.id)).some(([s])=>l.presence?.[s]?.gone)?"gone":"here":null}var A=4e3,B=16,E=["pairings","standings","crosstable"],g=class{desk=null;trouble="";#e=new v;#a=new N(()=>!0);#s=setInterval(()=>this.look(),A);constructor(e){this.tournament=e,this.following=new x(e,()=>this.look()),this.games=new $(this),this.engine=new h(this)}title(){return`${a("desk.title")} · ${this.following.about?.plan.name??""}`}async start(){await y.greeted(),this.desk=await f(`/tournaments/${this.tournament}/desk`),await this.following.start(null),this.#t()}stop(){clearInterval(this.#s),this.#a.stop(),this.following.stop(),this.#e.stop(),this.engine.stop()}async look(){try{this.desk=await f(`/tournaments/${this.tournament}/desk`)}catch(e){this.trouble=p(e)}this.#t(),d()}#t(){let o=(this.desk?.games??[]).flatMap(({match:s})=>s?[s]:[]).slice(0,B);this.#e.follow(o.map(({match:s,variant:t})=>({match:s,variant:t})))}async act(e){this.trouble="";let o=!0;try{await k(`/tournaments/${this.tournament}/actions`,e)}catch(s){this.trouble=p(s),o=!1}return await this.look(),o}view(){let{desk:e,following:o,trouble:s}=this,{about:t}=o;return!e||!t?r:n`<div class="tour desk" id="desk" data-v=${e.v}>
      <header class="tour-head"><h1>${a("desk.title")}</h1>
        <p><a href="/tournaments/${this.tournament}">${t.plan.name}</a></p></header>
      ${s?n`<p class="trouble" role="alert" id="desk-trouble">${s}</p>`:r}
      ${this.#o(e,t)}
      ${this.games.card(e)}
      ${this.#e.contests.length>0?n`<section class="card" id="desk-boards"><h2>${a("tour.live")}</h2>${this.#e.draw()}</section>`:r}
      ${this.#r(t)}
      ${this.#i(e)}
      ${D(this.engine)}
      ${this.#l()}
    </div>`}#o({pause:e,last_action:o},{status:s}){return n`<section class="card" id="desk-play"><div class="row">
      ${s==="running"&&!e?n`<button id="pause" @click=${()=>this.act({do:"pause"})}>${a("desk.pause")}</button>`:r}
      ${e?n`<button id="resume" class="primary" @click=${()=>this.act({do:"resume"})}>${a("desk.resume")}</button>`:r}
      ${o?n`<button id="undo" @click=${()=>this.act({do:"undo",action:o.action})}>${a("desk.undo")}</button>`:r}
      <a class="button" href="/tournaments/${this.tournament}/projector">${a("projector.open")}</a></div>
      ${e?n`<p id="paused" role="status">${a("desk.paused",{since:u(e.since)})}</p>`:r}
      ${o?n`<p class="quiet">${a("desk.last",{what:this.#n(o.event),who:o.by?.name??"",at:u(o.at)})}</p>`:r}
    </section>`}#n(e){let o={who:"",pair:"",n:"",stage:"",result:"",action:""};return a(`log.${e}`,o).trim()}#r({announcements:e=[]}){let o=async s=>{s.preventDefault();let t=s.target,i=String(new FormData(t).get("text")??"").trim();i&&await this.act({do:"announce",text:i})&&t.reset()};return n`<section class="card" id="desk-messages"><h2>${a("desk.messages")}</h2>
      <form class="row" id="announce" @submit=${o}>
        <label class="grow"><span class="visually-hidden">${a("desk.message")}</span>
          <input name="text" maxlength="500" required placeholder=${a("desk.message")} /></label>
        <button class="primary">${a("desk.send")}</button></form>
      ${e.length>0?n`<ul class="bare">${e.map(({at:s,text:t})=>n`<li><span class="quiet">${u(s)}</span> ${t}</li>`)}</ul>`:r}
    </section>`}#i({penalties:e}){return e.length===0?r:n`<section class="card" id="desk-penalties"><h2>${a("desk.penalties")}</h2>
      <ul class="bare">${e.map(({at:o,entrant:s,penalty:t,reason:i})=>n`<li><span class="quiet">${u(o)}</span> <strong>${this.following.nameOf(s)}</strong>: ${a(`penalty.${t.kind}`)}${t.kind==="time"?` (${t.ms/1e3} s)`:""} – ${i}</li>`)}</ul></section>`}#l(){let e=`/tournaments/${this.tournament}`;return n`<section class="card" id="desk-print"><h2>${a("desk.print")}</h2><div class="row">
      ${E.map(o=>n`<a class="button small" data-print=${o} href="${e}?print=${o}">${a(`desk_print.${o}`)}</a>`)}
    </div></section>`}};async function Pe({id:l}){let e=new g(l);try{await Promise.all([b(),e.start()])}catch(o){e.stop();let s=p(o);return{title:()=>a("desk.title"),view:()=>n`<section class="plain"><h1>${a("desk.title")}</h1>
        <p id="no-desk" role="alert">${s}</p>
        <p><a class="button primary" href="/tournaments/${l}">${a("desk.to_tournament")}</a></p></section>`}}return e}export{Pe as open};
