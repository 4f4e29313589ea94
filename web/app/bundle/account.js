import{core_api_Problem as T,core_api_allVariants as E,core_api_ask as l,core_api_boardNamed as S,core_api_check as A,core_api_dropShellAnswers as M,core_api_get as L,core_api_legalMoves as W,core_api_lines as U,core_api_post as b}from"./main.js";import{core_dom_Directive as D,core_dom_directive as R,core_dom_drawWith as F,core_dom_focusSoon as O,core_dom_html as a,core_dom_noChange as C,core_dom_nothing as t,core_dom_redraw as c,core_dom_render as G,core_dom_repeat as I,core_dom_svg as P}from"./main.js";import{core_feedback_announce as _,core_feedback_canVibrate as j,core_feedback_notify as H,core_feedback_playAt as z,core_feedback_readySound as J,core_feedback_showTitle as K,core_feedback_sound as Q,core_feedback_vibrate as X}from"./main.js";import{core_i18n_LANGUAGES as ee,core_i18n_day as oe,core_i18n_decimal as re,core_i18n_languageNow as ae,core_i18n_loadLanguage as se,core_i18n_loadTournamentWords as te,core_i18n_maybe as ne,core_i18n_reasonText as ce,core_i18n_supported as ie,core_i18n_t as o,core_i18n_when as le}from"./main.js";import{core_moderation_TIMEOUTS as ue,core_moderation_TIMEOUT_REASONS as pe,core_moderation_hideLine as me,core_moderation_moderation as y,core_moderation_silence as he,core_moderation_unsilence as fe}from"./shared.js";import{core_refusals_causeWords as ye,core_refusals_refusalWords as m}from"./main.js";import{core_router_currentPage as ke,core_router_dropUnopened as xe,core_router_followLinks as ve,core_router_go as d,core_router_keepAddress as Te,core_router_otherwise as Ee,core_router_reloadWhenReachable as Se,core_router_route as Ae,core_router_show as Me,core_router_unopenedAddress as Le,core_router_withoutConnection as We}from"./main.js";import{core_session_hasMade as Ne,core_session_keep as u,core_session_rememberMade as De,core_session_session as $}from"./main.js";import{core_socket_Refused as Oe,core_socket_connection as p,core_socket_hear as Ce}from"./main.js";import{parts_files_copyText as Pe,parts_files_saveFile as g}from"./shared.js";var h=class{trouble="";isBusy=!1;async enter(e,r){e.preventDefault();let s=e.target;if(!(s instanceof HTMLFormElement)||this.isBusy)return;let n=new FormData(s);this.isBusy=!0,this.trouble="",c();try{let i={name:String(n.get("name")).trim(),password:n.get("password")},{player:w,token:k}=await b(r,i);u(w,k),p.restart(),await d(`/players/${encodeURIComponent(w.name)}`)}catch(i){this.trouble=m(i),_(this.trouble)}this.isBusy=!1,c()}async leave(){await l("DELETE","/sessions/current").catch(()=>{}),u(null,null),p.restart(),await d("/")}async takeAlong(){this.trouble="";try{let e=await l("GET","/me/export"),r=`${JSON.stringify(e,null,1)}
`;g(`chivalry-${e.player.name}.json`,r,"application/json")}catch(e){this.#e(e)}c()}async erase(e){e.preventDefault();let r=e.target;if(!(r instanceof HTMLFormElement)||this.isBusy)return;let s=new FormData(r).get("password");this.isBusy=!0,this.trouble="",c();try{await l("DELETE","/me",{body:s===null?{}:{password:s}}),u(null,null),p.restart(),await d("/"),_(o("account.erased"))}catch(n){this.#e(n)}this.isBusy=!1,c()}#e(e){this.trouble=m(e),_(this.trouble)}view(){let{player:e}=$,r=e?.kind!=="account";return a`<div class="plain account">
      <h1>${o("account.title")}</h1>
      ${e?a`<p>${o("account.you_are")} <a href="/players/${encodeURIComponent(e.name)}"><strong>${e.name}</strong></a>.
        ${r?o("account.guest"):t}</p>`:t}
      ${this.trouble?a`<p class="trouble" role="alert">${this.trouble}</p>`:t}
      ${r?a`${this.#o("new","/accounts","account.make","new-password")}
            ${this.#o("known","/sessions","account.enter","current-password")}`:a`${y.isModerator?a`<p><a href="/moderation">${o("moderation.title")}</a></p>`:t}
            <button id="sign-out" @click=${()=>this.leave()}>${o("account.leave")}</button>`}
      ${e?this.#r(e):t}
    </div>`}#r(e){return a`<section class="card" aria-labelledby="kept-title">
      <h2 id="kept-title">${o("account.kept")}</h2>
      <p>${o("account.kept_what")}</p>
      <button id="export" @click=${()=>this.takeAlong()}>${o("account.export")}</button>
      <details id="erasure">
        <summary>${o("account.erase")}</summary>
        <p>${o("account.erase_what")}</p>
        <form @submit=${r=>this.erase(r)}>
          ${e.kind==="guest"?t:a`<label for="erase-password">${o("account.your_password")}</label>
          <input id="erase-password" name="password" type="password" required maxlength="128" autocomplete="current-password" />`}
          <button id="erase" ?disabled=${this.isBusy}>${o("account.erase_now")}</button>
        </form>
      </details>
    </section>`}#o(e,r,s,n){return a`<form class="card" @submit=${i=>this.enter(i,r)}>
      <h2>${o(s)}</h2>
      <label for=${`${e}-name`}>${o("account.name")}</label>
      <input id=${`${e}-name`} name="name" required minlength="2" maxlength="20" autocomplete="username" autocapitalize="none" spellcheck="false" />
      <label for=${`${e}-password`}>${o("account.password")}</label>
      <input id=${`${e}-password`} name="password" type="password" required minlength="8" maxlength="128" autocomplete=${n} />
      <button class="primary" ?disabled=${this.isBusy}>${o(s)}</button>
    </form>`}};function Ze(){let f=new h;return{view:()=>f.view(),title:()=>o("account.title")}}export{Ze as open};
