import{core_api_Problem as ne,core_api_allVariants as C,core_api_ask as n,core_api_boardNamed as ce,core_api_check as le,core_api_dropShellAnswers as me,core_api_get as k,core_api_legalMoves as de,core_api_lines as pe,core_api_playerNamed as ue,core_api_post as L}from"./main.js";import{core_dom_Directive as fe,core_dom_directive as ge,core_dom_drawWith as be,core_dom_focusSoon as $e,core_dom_html as a,core_dom_noChange as we,core_dom_nothing as i,core_dom_redraw as _,core_dom_redrawThen as ye,core_dom_render as ve,core_dom_repeat as ke,core_dom_svg as xe}from"./main.js";import{core_feedback_announce as c,core_feedback_canVibrate as Ee,core_feedback_notify as Ie,core_feedback_playAt as Pe,core_feedback_readySound as Ae,core_feedback_showTitle as Le,core_feedback_sound as De,core_feedback_vibrate as Be}from"./main.js";import{core_i18n_LANGUAGES as Oe,core_i18n_day as Ue,core_i18n_decimal as We,core_i18n_languageNow as $,core_i18n_loadLanguage as Ce,core_i18n_loadTournamentWords as Ge,core_i18n_maybe as G,core_i18n_preferred as Re,core_i18n_reasonText as Ve,core_i18n_t as t,core_i18n_when as x}from"./main.js";import{core_moderation_TIMEOUTS as ze,core_moderation_TIMEOUT_REASONS as He,core_moderation_hideLine as je,core_moderation_moderation as R,core_moderation_silence as Je,core_moderation_unsilence as Ke}from"./shared.js";import{core_refusals_causeWords as Qe,core_refusals_refusalWords as V}from"./main.js";import{core_router_currentPage as tt,core_router_dropUnopened as st,core_router_followLinks as at,core_router_go as w,core_router_isServerReachable as ot,core_router_keepAddress as rt,core_router_otherwise as it,core_router_reloadWhenReachable as nt,core_router_route as ct,core_router_show as lt,core_router_unopenedAddress as mt,core_router_withoutConnection as dt}from"./main.js";import{core_session_hasMade as ht,core_session_keep as _t,core_session_rememberMade as ft,core_session_session as f}from"./main.js";import{core_sign_out_forgetPlayer as D}from"./shared.js";import{parts_files_copyText as yt,parts_files_saveFile as T}from"./shared.js";import{pages_account_apps_Apps as q,pages_account_apps_originWords as xt,pages_account_apps_scopeList as Tt}from"./shared.js";import{core_clock_TIMES as F,core_clock_clockText as It,core_clock_leftOf as Pt,core_clock_speedOf as At,core_clock_spentText as Lt,core_clock_startLeft as Dt,core_clock_timeText as B}from"./main.js";import{pages_account_section_Section as p}from"./shared.js";var z=F.filter(({kind:m})=>m!=="unlimited"&&m!=="correspondence"),M=m=>x(Date.parse(m)),S=class extends p{#e=[];#t=[];load(){return this.run(async()=>{this.#t=(await C()).filter(({seats:e})=>e.length===2),this.#e=(await k("/arrangements")).items})}#s(e){return this.submit(e,async s=>{let o=new Date(String(s.get("at"))).toISOString(),r=z[Number(s.get("time"))],d={to:s.get("to"),variant:s.get("variant"),time:r,times:[o]};this.#a(await L("/arrangements",d)),c(t("arrange.proposed"))})}#a(e){let s=this.#e.filter(o=>o.arrangement!==e.arrangement);this.#e=[e,...s]}#o(e,s){return this.run(async()=>this.#a(await L(`/arrangements/${e}/agree`,{at:s})))}#i(e){return this.run(async()=>this.#a(await n("DELETE",`/arrangements/${e}`)))}#r(e){return this.run(async()=>{let s="text/calendar",o=await n("GET",`/arrangements/${e}/calendar`,{accept:s});T("chivalry.ics",o,s)})}#n({arrangement:e,by:s,to:o,times:r,times_by:d,status:l,at:h,variant:u,time:g,match:y}){let v=f.player?.name,se=s.name===v?o.name:s.name,ae=this.#t.find(({name:b})=>b===u)?.title??u,W=l==="open"&&d!==v;return a`<li data-arrangement=${e} data-status=${l}>
      <p><strong>${se}</strong> · ${ae} · ${B(g)}
        ${h?a`· <time datetime=${h}>${M(h)}</time>`:i} · ${G(`arrange.${l}`)??l}</p>
      <p class="chips">
        ${l==="open"?r.map(b=>W?a`<button class="agree" ?disabled=${this.isBusy} @click=${()=>this.#o(e,b)}>${t("arrange.agree",{at:M(b)})}</button>`:a`<span class="tag">${M(b)}</span>`):i}
        ${y?a`<a class="button" href="/m/${y}">${t("arrange.open_match")}</a>`:i}
        ${l==="agreed"?a`<button class="calendar" @click=${()=>this.#r(e)}>${t("arrange.calendar")}</button>`:i}
        ${l==="open"||l==="agreed"?a`<button class="cancel" ?disabled=${this.isBusy} @click=${()=>this.#i(e)}>${W?t("offer.decline"):t("arrange.cancel")}</button>`:i}
      </p>
    </li>`}view(){return a`<section class="card" id="arrangements" aria-labelledby="arrange-title">
      <h2 id="arrange-title">${t("arrange.title")}</h2>
      ${this.troubleView()}
      <ul class="bare">${this.#e.slice(0,10).map(e=>this.#n(e))}</ul>
      <details id="arrange">
        <summary>${t("arrange.new")}</summary>
        <form @submit=${e=>this.#s(e)}>
          <label>${t("arrange.with")} <input name="to" id="arrange-to" required maxlength="32" autocomplete="off" /></label>
          <label>${t("arrange.game")} <select name="variant" id="arrange-variant">
            ${this.#t.map(({name:e,title:s})=>a`<option value=${e}>${s}</option>`)}
          </select></label>
          <label>${t("home.time")} <select name="time" id="arrange-time">
            ${z.map((e,s)=>a`<option value=${s}>${B(e)}</option>`)}
          </select></label>
          <label>${t("arrange.at")} <input type="datetime-local" name="at" id="arrange-at" required /></label>
          <button id="arrange-send" ?disabled=${this.isBusy}>${t("arrange.send")}</button>
        </form>
      </details>
    </section>`}};import{pages_account_sign_in_options_signInOptions as N}from"./shared.js";var E=class extends p{#e=null;#t;constructor(e){super(),this.#t=e}load(){return this.run(async()=>{this.#e=await n("GET","/me/mail")})}#s(e){return this.submit(e,async s=>{let[o,r]=[s.get("address"),s.get("password")],d={address:o,password:r,language:$()};this.#e=await n("PUT","/me/mail",{body:d}),this.#e?.verified||c(t("mail.sent")),this.#t()})}#a(e){return this.submit(e,async s=>{await n("DELETE","/me/mail",{body:{password:s.get("password")}}),this.#e=await n("GET","/me/mail"),c(t("mail.removed")),this.#t()})}#o(){return this.run(async()=>{let e=!this.#e?.subscribed;await n("PUT","/me/mail/subscription",{body:{subscribed:e}}),this.#e=await n("GET","/me/mail")})}view(){let e=this.#e?.address??null;return!this.#e||!N().mail&&e===null?i:a`<section class="card" id="mail" aria-labelledby="mail-title">
      <h2 id="mail-title">${t("mail.title")}</h2>
      <p>${t("mail.what")}</p>
      ${this.troubleView()}
      ${e===null?i:this.#i(e,this.#e)}
      ${N().mail?this.#r("set",t(e===null?"mail.set":"mail.change")):i}
      ${e===null?i:this.#r("remove",t("mail.remove"))}
    </section>`}#i(e,{verified:s,bounced:o,subscribed:r}){let d=o?t("mail.bounced"):t(s?"mail.verified":"mail.unverified");return a`<p><strong id="mail-address">${e}</strong> <span id="mail-state">${d}</span></p>
      ${s?a`<label class="choice"><input id="mail-subscribed" type="checkbox" .checked=${r} ?disabled=${this.isBusy} @change=${()=>this.#o()} />
        <span>${t("mail.subscribed")}</span></label>`:i}`}#r(e,s){let o=r=>e==="set"?this.#s(r):this.#a(r);return a`<details id=${`mail-${e}`}>
      <summary>${s}</summary>
      <form @submit=${o}>
        ${e==="set"?a`<label for="mail-new">${t("mail.address")}</label>
        <input id="mail-new" name="address" type="email" required maxlength="254" autocomplete="email" />`:i}
        <label for=${`mail-${e}-password`}>${t("account.your_password")}</label>
        <input id=${`mail-${e}-password`} name="password" type="password" maxlength="128" autocomplete="current-password" />
        <button ?disabled=${this.isBusy}>${s}</button>
      </form>
    </details>`}};import{core_push_canPush as H,core_push_hasPush as O,core_push_refreshPush as ts,core_push_subscribePush as j,core_push_unsubscribePush as J}from"./shared.js";var K=["page","push","email"],Y=["turn","reminder","offer","ended","message","challenge","invitation","round","announcement","arranged"],I=class extends p{#e=null;load(){return this.run(async()=>{this.#e=await n("GET","/me/notifications/settings")})}async#t(e){e.preventDefault();let s=e.target;if(!(s instanceof HTMLFormElement))return;let o=new FormData(s),[r,d]=["from","until"].map(u=>String(o.get(u)??"")),l=u=>Y.filter(g=>o.has(`${u}-${g}`));await this.run(async()=>{this.#e=await n("PUT","/me/notifications/settings",{body:{page:l("page"),push:l("push"),email:l("email"),quiet_hours:r&&d?{from:r,until:d}:null,time_zone:String(o.get("zone")),language:$()}})})&&c(t("notifications.saved"))}async#s(e){let s=e.target;if(!(s instanceof HTMLInputElement))return;let o=s.checked;await this.run(async()=>{if(!o)return J();if(!await j()){this.trouble=t("notifications.denied");return}let r={...this.#e,language:$()};this.#e=await n("PUT","/me/notifications/settings",{body:r})}),s.checked=O(),_()}#a(e){return a`<table class="notification-kinds">
      <thead><tr><td></td>${K.map(s=>a`<th scope="col">${t(`notifications.${s}`)}</th>`)}</tr></thead>
      <tbody>${Y.map(s=>{let o=t(`notifications.kind.${s}`);return a`<tr><th scope="row">${o}</th>${K.map(r=>a`<td><input type="checkbox" name=${`${r}-${s}`} aria-label=${`${o}: ${t(`notifications.${r}`)}`}
            ?checked=${e[r].includes(s)} /></td>`)}</tr>`})}</tbody>
    </table>`}#o(e){let s=Intl.DateTimeFormat().resolvedOptions().timeZone,o=e.time_zone==="UTC"?s:e.time_zone;return a`<form id="notification-settings" @submit=${r=>this.#t(r)}>
      ${this.#a(e)}
      <fieldset><legend>${t("notifications.quiet")}</legend>
        <label>${t("notifications.from")} <input type="time" name="from" .value=${e.quiet_hours?.from??""} /></label>
        <label>${t("notifications.until")} <input type="time" name="until" .value=${e.quiet_hours?.until??""} /></label>
        <label>${t("notifications.zone")} <input name="zone" required maxlength="64" .value=${o} /></label>
      </fieldset>
      <button ?disabled=${this.isBusy}>${t("notifications.save")}</button>
    </form>`}view(){return a`<section class="card" id="notifications" aria-labelledby="notifications-title">
      <h2 id="notifications-title">${t("notifications.title")}</h2>
      <p>${t("notifications.what")}</p>
      ${this.troubleView()}
      ${H()?a`<label class="switch"><input type="checkbox" id="push-here" .checked=${O()} ?disabled=${this.isBusy}
            @change=${e=>this.#s(e)} /><span>${t("notifications.device")}</span></label>`:i}
      ${this.#e?this.#o(this.#e):i}
    </section>`}};import{pages_account_passkeys_Passkeys as Z,pages_account_passkeys_hasPasskeys as ds,pages_account_passkeys_signInByPasskey as ps}from"./shared.js";var P=class extends p{#e;constructor(e){super(),this.#e=e}#t(e){return this.submit(e,async s=>{let o={password:s.get("password"),new_password:s.get("new_password"),end_sessions:s.has("end_sessions")};await n("PUT","/me/password",{body:o}),c(t("password.changed")),this.#e()})}view(e){return a`<section class="card" aria-labelledby="password-title">
      <h2 id="password-title">${t("password.title")}</h2>
      ${this.troubleView()}
      <form id="password-form" @submit=${s=>this.#t(s)}>
        <input type="text" name="name" hidden value=${e} autocomplete="username" />
        <label for="password-old">${t("account.your_password")}</label>
        <input id="password-old" name="password" type="password" maxlength="128" autocomplete="current-password" />
        <label for="password-new">${t("password.new")}</label>
        <input id="password-new" name="new_password" type="password" required minlength="8" maxlength="128" autocomplete="new-password" />
        <label class="choice"><input name="end_sessions" type="checkbox" checked /> <span>${t("password.end_sessions")}</span></label>
        <button ?disabled=${this.isBusy}>${t("password.change")}</button>
      </form>
    </section>`}};import{pages_account_provider_Identities as Q,pages_account_provider_enterByProvider as ys,pages_account_provider_takeAttempt as vs}from"./shared.js";import{pages_account_recovery_codes_RecoveryCodes as X,pages_account_recovery_codes_codeList as Ts}from"./shared.js";import{pages_account_sign_in_SignIn as ee}from"./shared.js";import{pages_account_sign_ins_SignIns as te,pages_account_sign_ins_clientWords as As}from"./shared.js";var oe=864e5,A=class extends p{#e=null;load(){return this.run(async()=>{this.#e=await k("/me/vacation")})}#t(e){return this.submit(e,async s=>{let o=String(s.get("until")??""),r=o?{until:new Date(o).toISOString()}:{};this.#e=await n("PUT","/me/vacation",{body:r}),c(t("vacation.begun"))})}#s(){return this.run(async()=>{this.#e=await n("DELETE","/me/vacation"),c(t("vacation.ended"))})}view(){let e=this.#e;if(!e||e.days_per_year===0)return i;let s=Math.floor(e.left_ms/oe);return a`<section class="card" id="vacation" aria-labelledby="vacation-title">
      <h2 id="vacation-title">${t("vacation.title")}</h2>
      ${this.troubleView()}
      <p>${t("vacation.what")}</p>
      <p id="vacation-left">${t("vacation.left",{n:s,of:e.days_per_year})}</p>
      ${e.until?a`<p id="vacation-until">${t("vacation.until",{at:x(Date.parse(e.until))})}</p>
            <button id="vacation-end" ?disabled=${this.isBusy} @click=${()=>this.#s()}>${t("vacation.end")}</button>`:a`<form @submit=${o=>this.#t(o)}>
              <label>${t("vacation.ends")} <input type="datetime-local" name="until" id="vacation-ends" /></label>
              <button id="vacation-begin" ?disabled=${this.isBusy}>${t("vacation.begin")}</button>
            </form>`}
    </section>`}};var U=class{trouble="";isBusy=!1;apps=new q;arrangements=new S;codes=new X;vacation=new A;signIns=new te(()=>w("/"));passkeys=new Z(()=>this.signIns.load());identities=new Q(()=>this.signIns.load());mail=new E(()=>this.signIns.load());notifications=new I;password=new P(()=>this.signIns.load());#e=new ee(({name:e})=>w(`/players/${encodeURIComponent(e)}`));load(){let{apps:e,arrangements:s,codes:o,identities:r,mail:d,notifications:l}=this,{passkeys:h,signIns:u,vacation:g}=this,y=[e,o,r,d,h,u];for(let v of[s,g,l,...y])v.load()}async leave(){await n("DELETE","/sessions/current").catch(()=>{}),D(),await w("/")}async takeAlong(){this.trouble="";try{let e=await n("GET","/me/export"),s=`${JSON.stringify(e,null,1)}
`;T(`chivalry-${e.player.name}.json`,s,"application/json")}catch(e){this.#t(e)}_()}async erase(e){e.preventDefault();let s=e.target;if(!(s instanceof HTMLFormElement)||this.isBusy)return;let o=new FormData(s).get("password");this.isBusy=!0,this.trouble="",_();try{await n("DELETE","/me",{body:o===null?{}:{password:o}}),D(),await w("/"),c(t("account.erased"))}catch(r){this.#t(r)}this.isBusy=!1,_()}#t(e){this.trouble=V(e),c(this.trouble)}view(){let{player:e}=f,s=e===null||e.kind==="guest",o=s||this.#e.hasCodes;return a`<div class="plain account">
      <h1>${t("account.title")}</h1>
      ${e?a`<p>${t("account.you_are")} <a href="/players/${encodeURIComponent(e.name)}"><strong>${e.name}</strong></a>.
        ${s?t("account.guest"):i}</p>`:i}
      ${this.trouble?a`<p class="trouble" role="alert">${this.trouble}</p>`:i}
      ${o?this.#e.view():a`${R.isModerator?a`<p><a href="/moderation">${t("moderation.title")}</a></p>`:i}
            <button id="sign-out" @click=${()=>this.leave()}>${t("account.leave")}</button>`}
      ${e&&!o?this.#s(e):i}
      ${e&&!this.#e.hasCodes?this.#a(e):i}
    </div>`}#s({name:e}){return a`${this.arrangements.view()} ${this.vacation.view()} ${this.apps.view()} ${this.signIns.view()} ${this.passkeys.view()}
      ${this.notifications.view()} ${this.identities.view()} ${this.mail.view()}
      ${this.password.view(e)} ${this.codes.view(e)}`}#a(e){return a`<section class="card" aria-labelledby="kept-title">
      <h2 id="kept-title">${t("account.kept")}</h2>
      <p>${t("account.kept_what")}</p>
      <button id="export" @click=${()=>this.takeAlong()}>${t("account.export")}</button>
      <details id="erasure">
        <summary>${t("account.erase")}</summary>
        <p>${t("account.erase_what")}</p>
        <form @submit=${s=>this.erase(s)}>
          ${e.kind==="guest"?i:a`<label for="erase-password">${t("account.your_password")}</label>
          <input id="erase-password" name="password" type="password" maxlength="128" autocomplete="current-password" />`}
          <button id="erase" ?disabled=${this.isBusy}>${t("account.erase_now")}</button>
        </form>
      </details>
    </section>`}};function oa(){let m=new U;return f.player&&f.player.kind!=="guest"&&m.load(),{view:()=>m.view(),title:()=>t("account.title")}}export{oa as open};
