import{core_api_Problem as v,core_api_allVariants as x,core_api_ask as t,core_api_boardNamed as T,core_api_check as A,core_api_dropShellAnswers as S,core_api_get as E,core_api_legalMoves as L,core_api_lines as W,core_api_post as M}from"./main.js";import{core_dom_Directive as N,core_dom_directive as R,core_dom_drawWith as O,core_dom_focusSoon as C,core_dom_html as a,core_dom_noChange as D,core_dom_nothing as s,core_dom_redraw as n,core_dom_render as G,core_dom_repeat as B,core_dom_svg as F}from"./main.js";import{core_feedback_announce as p,core_feedback_canVibrate as j,core_feedback_notify as q,core_feedback_playAt as H,core_feedback_readySound as J,core_feedback_showTitle as z,core_feedback_sound as K,core_feedback_vibrate as Q}from"./main.js";import{core_i18n_LANGUAGES as Z,core_i18n_day as ee,core_i18n_decimal as oe,core_i18n_languageNow as re,core_i18n_loadLanguage as ae,core_i18n_loadTournamentWords as se,core_i18n_maybe as te,core_i18n_reasonText as ne,core_i18n_supported as ce,core_i18n_t as o,core_i18n_when as ie}from"./main.js";import{core_moderation_TIMEOUTS as de,core_moderation_TIMEOUT_REASONS as le,core_moderation_hideLine as ue,core_moderation_moderation as h,core_moderation_silence as me,core_moderation_unsilence as he}from"./shared.js";import{core_refusals_causeWords as we,core_refusals_refusalWords as f}from"./main.js";import{core_router_currentPage as ke,core_router_dropUnopened as $e,core_router_followLinks as ve,core_router_go as c,core_router_keepAddress as xe,core_router_otherwise as Te,core_router_reloadWhenReachable as Ae,core_router_route as Se,core_router_show as Ee,core_router_unopenedAddress as Le,core_router_withoutConnection as We}from"./main.js";import{core_session_hasMade as Ue,core_session_keep as d,core_session_rememberMade as Ne,core_session_session as i}from"./main.js";import{core_socket_Refused as Ce,core_socket_connection as l,core_socket_hear as De}from"./main.js";import{parts_files_copyText as Fe,parts_files_saveFile as g}from"./shared.js";import{pages_account_apps_Apps as w,pages_account_apps_originWords as je,pages_account_apps_scopeList as qe}from"./shared.js";import{pages_account_sign_in_SignIn as b}from"./shared.js";var u=class{trouble="";isBusy=!1;apps=new w;#o=new b(({name:e})=>c(`/players/${encodeURIComponent(e)}`));async leave(){await t("DELETE","/sessions/current").catch(()=>{}),d(null,null),l.restart(),await c("/")}async takeAlong(){this.trouble="";try{let e=await t("GET","/me/export"),r=`${JSON.stringify(e,null,1)}
`;g(`chivalry-${e.player.name}.json`,r,"application/json")}catch(e){this.#e(e)}n()}async erase(e){e.preventDefault();let r=e.target;if(!(r instanceof HTMLFormElement)||this.isBusy)return;let m=new FormData(r).get("password");this.isBusy=!0,this.trouble="",n();try{await t("DELETE","/me",{body:m===null?{}:{password:m}}),d(null,null),l.restart(),await c("/"),p(o("account.erased"))}catch(y){this.#e(y)}this.isBusy=!1,n()}#e(e){this.trouble=f(e),p(this.trouble)}view(){let{player:e}=i,r=e?.kind!=="account";return a`<div class="plain account">
      <h1>${o("account.title")}</h1>
      ${e?a`<p>${o("account.you_are")} <a href="/players/${encodeURIComponent(e.name)}"><strong>${e.name}</strong></a>.
        ${r?o("account.guest"):s}</p>`:s}
      ${this.trouble?a`<p class="trouble" role="alert">${this.trouble}</p>`:s}
      ${r?this.#o.view():a`${h.isModerator?a`<p><a href="/moderation">${o("moderation.title")}</a></p>`:s}
            <button id="sign-out" @click=${()=>this.leave()}>${o("account.leave")}</button>`}
      ${r?s:this.apps.view()}
      ${e?this.#r(e):s}
    </div>`}#r(e){return a`<section class="card" aria-labelledby="kept-title">
      <h2 id="kept-title">${o("account.kept")}</h2>
      <p>${o("account.kept_what")}</p>
      <button id="export" @click=${()=>this.takeAlong()}>${o("account.export")}</button>
      <details id="erasure">
        <summary>${o("account.erase")}</summary>
        <p>${o("account.erase_what")}</p>
        <form @submit=${r=>this.erase(r)}>
          ${e.kind==="guest"?s:a`<label for="erase-password">${o("account.your_password")}</label>
          <input id="erase-password" name="password" type="password" required maxlength="128" autocomplete="current-password" />`}
          <button id="erase" ?disabled=${this.isBusy}>${o("account.erase_now")}</button>
        </form>
      </details>
    </section>`}};function no(){let _=new u;return i.player&&i.player.kind!=="guest"&&_.apps.load(),{view:()=>_.view(),title:()=>o("account.title")}}export{no as open};
