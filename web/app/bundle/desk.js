import{core_api_Problem as C,core_api_allVariants as F,core_api_ask as z,core_api_boardNamed as M,core_api_check as P,core_api_dropShellAnswers as U,core_api_get as $,core_api_legalMoves as j,core_api_lines as b,core_api_playerNamed as I,core_api_post as k}from"./main.js";import{core_dom_Directive as H,core_dom_directive as J,core_dom_drawWith as K,core_dom_focusSoon as Q,core_dom_html as o,core_dom_noChange as X,core_dom_nothing as r,core_dom_redraw as c,core_dom_redrawThen as Z,core_dom_render as ee,core_dom_repeat as w,core_dom_svg as se}from"./main.js";import{core_i18n_LANGUAGES as ne,core_i18n_day as oe,core_i18n_decimal as re,core_i18n_languageNow as ie,core_i18n_loadLanguage as le,core_i18n_loadTournamentWords as y,core_i18n_maybe as ce,core_i18n_preferred as de,core_i18n_reasonText as ue,core_i18n_t as a,core_i18n_when as u}from"./main.js";import{core_refusals_causeWords as he,core_refusals_refusalWords as m}from"./main.js";import{core_socket_Refused as ge,core_socket_connection as v,core_socket_hear as fe}from"./main.js";import{parts_live_boards_LiveBoards as x}from"./main.js";import{pages_tournament_following_Following as O}from"./shared.js";import{pages_tournaments_countdown_Ticker as T,pages_tournaments_countdown_countdown as S}from"./shared.js";var D=100,h=class{found=null;isBusy=!1;trouble="";#e=new AbortController;constructor(e){this.desk=e}stop(){this.#e.abort()}async compare(e){this.isBusy=!0,this.trouble="",c();let n=`/tournaments/${this.desk.tournament}/engine-use?entrant=${e}`;try{for await(let s of b(n,void 0,this.#e.signal,"GET"))s.done&&(this.found={entrant:e,report:s})}catch(s){this.trouble=m(s)}this.isBusy=!1,c()}};function R(l){let{following:e}=l.desk,n=t=>{t.preventDefault();let i=new FormData(t.target);l.compare(Number(i.get("entrant")))},s=e.about?.entrants.filter(({players:t})=>t.length>0)??[];return s.length===0?r:o`<section class="card" id="desk-engine"><h2>${a("desk.engine")}</h2>
    <p class="quiet">${a("desk.engine_how")}</p>
    <form class="row" @submit=${n}>
      <label>${a("desk.whom")} <select name="entrant">${s.map(({entrant:t})=>o`<option value=${t}>${e.nameOf(t)}</option>`)}</select></label>
      <button ?disabled=${l.isBusy}>${a("desk.compare")}</button></form>
    ${l.trouble?o`<p class="trouble" role="alert">${l.trouble}</p>`:r}
    ${l.found?W(l.found,e):r}
  </section>`}function W({entrant:l,report:e},n){let s=e.agreement===void 0?"–":`${Math.round(e.agreement*D)} %`;return o`<p id="engine-report" role="status" data-striking=${e.striking}><strong>${n.nameOf(l)}</strong>:
    ${a("desk.engine_found",{games:e.matches,choices:e.choices,agreement:s})}
    ${e.striking?o`<span class="tag">${a("desk.striking")}</span>`:r}</p>`}import{pages_tournament_tables_RESULTS as Be,pages_tournament_tables_changedBy as Ee,pages_tournament_tables_currentRound as Le,pages_tournament_tables_entrantsOf as g,pages_tournament_tables_isOf as qe,pages_tournament_tables_isTable as Ae,pages_tournament_tables_liveGame as Ge,pages_tournament_tables_matrixOf as Ce,pages_tournament_tables_resultSigns as Fe,pages_tournament_tables_streakOf as ze,pages_tournament_tables_tableResult as Me}from"./shared.js";var _=class{#e=null;constructor(e){this.desk=e}card({games:e,open:n,pause:s}){return o`<section class="card" id="desk-games"><h2>${a("desk.games",{n})}</h2>
      ${e.length===0?o`<p class="quiet">${a("desk.no_games")}</p>`:r}
      <ul class="bare desk-games">${w(e,({pairing:t})=>t.pairing,t=>this.#t(t,s!==void 0))}</ul></section>`}#t(e,n){let{pairing:s,match:t}=e,i=this.#e===s.pairing;return o`<li data-pairing=${s.pairing}>
      <div class="row"><span class="number">${s.round}.${s.table}</span>
        ${g(s).map((p,d)=>o`${d>0?o`<span aria-hidden="true">–</span> `:r}${this.#a(e,p)} `)}
        ${t?o`<a class="button small" href="/m/${t.match}">${a("desk.open",{ply:t.ply})}</a>`:r}
        ${t?o`<button class="small" data-penalize aria-expanded=${i} @click=${()=>this.#s(s.pairing)}>${a("desk.penalize")}</button>`:r}
      </div>
      ${e.waits_since?o`<p class="quiet" data-waits>${a("desk.waits",{since:u(e.waits_since)})}
        ${e.forfeits_at&&!n?o`${a("desk.forfeits")} ${S(Date.parse(e.forfeits_at))}`:r}</p>`:r}
      ${i?this.#n(s):r}</li>`}#a({pairing:e,match:n,waits_since:s},t){let{following:i}=this.desk,p=i.about?.entrants.find(N=>N.entrant===t)?.players,d=s?e.ready.includes(t)?"ready":"absent":B(n,p??[]);return o`<span class="desk-entrant" data-state=${d??""}>${i.nameOf(t)}
      ${d?o`<span class="tag">${a(`desk_state.${d}`)}</span>`:r}</span>`}#s(e){this.#e=this.#e===e?null:e,c()}#n(e){let{pairing:n}=e,{following:s}=this.desk,t=["warning","time","loss"];return o`<form class="row penalty" @submit=${i=>this.#o(i,n)}>
      <label>${a("desk.whom")} <select name="entrant">${g(e).map(i=>o`<option value=${i}>${s.nameOf(i)}</option>`)}</select></label>
      <label>${a("desk.penalty")} <select name="kind">${t.map(i=>o`<option value=${i}>${a(`penalty.${i}`)}</option>`)}</select></label>
      <label>${a("desk.seconds")} <input name="seconds" type="number" min="1" max="86400" value="60" /></label>
      <label class="grow">${a("desk.reason")} <input name="reason" maxlength="200" required /></label>
      <button class="primary">${a("desk.penalize")}</button></form>`}async#o(e,n){e.preventDefault();let s=new FormData(e.target),t=String(s.get("kind")),i=t==="time"?{kind:t,ms:Number(s.get("seconds"))*1e3}:{kind:t},p=String(s.get("reason")??"").trim(),d=Number(s.get("entrant"));await this.desk.act({do:"penalize",pairing:n,entrant:d,penalty:i,reason:p})&&(this.#e=null,c())}};function B(l,e){return l?.presence?Object.entries(l.seats).filter(([,s])=>e.some(({id:t})=>t===s?.id)).some(([s])=>l.presence?.[s]?.gone)?"gone":"here":null}var E=4e3,L=16,q=["pairings","standings","crosstable"],f=class{desk=null;trouble="";#e=new x;#t=new T(()=>!0);#a=setInterval(()=>this.look(),E);constructor(e){this.tournament=e,this.following=new O(e,()=>this.look()),this.games=new _(this),this.engine=new h(this)}title(){return`${a("desk.title")} · ${this.following.about?.plan.name??""}`}async start(){await v.greeted(),this.desk=await $(`/tournaments/${this.tournament}/desk`),await this.following.start(null),this.#s()}stop(){clearInterval(this.#a),this.#t.stop(),this.following.stop(),this.#e.stop(),this.engine.stop()}async look(){try{this.desk=await $(`/tournaments/${this.tournament}/desk`)}catch(e){this.trouble=m(e)}this.#s(),c()}#s(){let n=(this.desk?.games??[]).flatMap(({match:s})=>s?[s]:[]).slice(0,L);this.#e.follow(n.map(({match:s,variant:t})=>({match:s,variant:t})))}async act(e){this.trouble="";let n=!0;try{await k(`/tournaments/${this.tournament}/actions`,e)}catch(s){this.trouble=m(s),n=!1}return await this.look(),n}view(){let{desk:e,following:n,trouble:s}=this,{about:t}=n;return!e||!t?r:o`<div class="tour desk" id="desk" data-v=${e.v}>
      <header class="tour-head"><h1>${a("desk.title")}</h1>
        <p><a href="/tournaments/${this.tournament}">${t.plan.name}</a></p></header>
      ${s?o`<p class="trouble" role="alert" id="desk-trouble">${s}</p>`:r}
      ${this.#n(e,t)}
      ${this.games.card(e)}
      ${this.#e.contests.length>0?o`<section class="card" id="desk-boards"><h2>${a("tour.live")}</h2>${this.#e.draw()}</section>`:r}
      ${this.#r(t)}
      ${this.#i(e)}
      ${R(this.engine)}
      ${this.#l()}
    </div>`}#n({pause:e,last_action:n},{status:s}){return o`<section class="card" id="desk-play"><div class="row">
      ${s==="running"&&!e?o`<button id="pause" @click=${()=>this.act({do:"pause"})}>${a("desk.pause")}</button>`:r}
      ${e?o`<button id="resume" class="primary" @click=${()=>this.act({do:"resume"})}>${a("desk.resume")}</button>`:r}
      ${n?o`<button id="undo" @click=${()=>this.act({do:"undo",action:n.action})}>${a("desk.undo")}</button>`:r}
      <a class="button" href="/tournaments/${this.tournament}/projector">${a("projector.open")}</a></div>
      ${e?o`<p id="paused" role="status">${a("desk.paused",{since:u(e.since)})}</p>`:r}
      ${n?o`<p class="quiet">${a("desk.last",{what:this.#o(n.event),who:n.by?.name??"",at:u(n.at)})}</p>`:r}
    </section>`}#o(e){let n={who:"",pair:"",n:"",stage:"",result:"",action:""};return a(`log.${e}`,n).trim()}#r({announcements:e=[]}){let n=async s=>{s.preventDefault();let t=s.target,i=String(new FormData(t).get("text")??"").trim();i&&await this.act({do:"announce",text:i})&&t.reset()};return o`<section class="card" id="desk-messages"><h2>${a("desk.messages")}</h2>
      <form class="row" id="announce" @submit=${n}>
        <label class="grow"><span class="visually-hidden">${a("desk.message")}</span>
          <input name="text" maxlength="500" required placeholder=${a("desk.message")} /></label>
        <button class="primary">${a("desk.send")}</button></form>
      ${e.length>0?o`<ul class="bare">${e.map(({at:s,text:t})=>o`<li><span class="quiet">${u(s)}</span> ${t}</li>`)}</ul>`:r}
    </section>`}#i({penalties:e}){return e.length===0?r:o`<section class="card" id="desk-penalties"><h2>${a("desk.penalties")}</h2>
      <ul class="bare">${e.map(({at:n,entrant:s,penalty:t,reason:i})=>o`<li><span class="quiet">${u(n)}</span> <strong>${this.following.nameOf(s)}</strong>: ${a(`penalty.${t.kind}`)}${t.kind==="time"?` (${t.ms/1e3} s)`:""} – ${i}</li>`)}</ul></section>`}#l(){let e=`/tournaments/${this.tournament}`;return o`<section class="card" id="desk-print"><h2>${a("desk.print")}</h2><div class="row">
      ${q.map(n=>o`<a class="button small" data-print=${n} href="${e}?print=${n}">${a(`desk_print.${n}`)}</a>`)}
    </div></section>`}};async function as({id:l}){let e=new f(l);try{await Promise.all([y(),e.start()])}catch(n){e.stop();let s=m(n);return{title:()=>a("desk.title"),view:()=>o`<section class="plain"><h1>${a("desk.title")}</h1>
        <p id="no-desk" role="alert">${s}</p>
        <p><a class="button primary" href="/tournaments/${l}">${a("desk.to_tournament")}</a></p></section>`}}return e}export{as as open};
