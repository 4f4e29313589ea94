import{core_api_Problem as w,core_api_allVariants as P,core_api_ask as C,core_api_boardNamed as we,core_api_check as $e,core_api_dropShellAnswers as xe,core_api_get as Se,core_api_legalMoves as ke,core_api_lines as ye,core_api_playerNamed as L,core_api_post as v}from"./main.js";import{core_dom_Directive as Oe,core_dom_directive as Ae,core_dom_drawWith as Re,core_dom_focusSoon as u,core_dom_html as l,core_dom_noChange as Ee,core_dom_nothing as c,core_dom_redraw as f,core_dom_render as Fe,core_dom_repeat as We,core_dom_svg as Ie}from"./main.js";import{core_i18n_LANGUAGES as Pe,core_i18n_day as Ce,core_i18n_decimal as Le,core_i18n_languageNow as Be,core_i18n_loadLanguage as De,core_i18n_loadTournamentWords as B,core_i18n_maybe as Ke,core_i18n_preferred as Ue,core_i18n_reasonText as qe,core_i18n_t as t,core_i18n_when as ze}from"./main.js";import{core_refusals_causeWords as je,core_refusals_refusalWords as k}from"./main.js";import{core_router_currentPage as Qe,core_router_dropUnopened as Xe,core_router_followLinks as Ye,core_router_go as S,core_router_isServerReachable as Ze,core_router_keepAddress as et,core_router_otherwise as tt,core_router_reloadWhenReachable as at,core_router_route as st,core_router_show as ot,core_router_unopenedAddress as rt,core_router_withoutConnection as nt}from"./main.js";import{core_session_hasMade as mt,core_session_keep as ct,core_session_rememberMade as pt,core_session_session as D}from"./main.js";import{core_settings_isKept as dt,core_settings_onSettings as ht,core_settings_set as ft,core_settings_settings as O}from"./main.js";import{core_socket_Refused as wt,core_socket_connection as $,core_socket_hear as $t}from"./main.js";import{rules_boards_DIRECTIONS as kt,rules_boards_areFriends as yt,rules_boards_boardOf as Tt,rules_boards_isBridge as vt,rules_boards_nextSeat as Ot,rules_boards_placeOf as At,rules_boards_shifted as Rt,rules_boards_squareAt as Et,rules_boards_teamOf as Ft,rules_boards_variantCalled as K}from"./main.js";import{rules_results_hasPartners as Nt,rules_results_isFreeForAll as U,rules_results_resultOf as Mt,rules_results_winnersOf as Pt}from"./main.js";import{pages_tournaments_fields_faultIn as q,pages_tournaments_fields_fieldset as A,pages_tournaments_fields_inputRow as _,pages_tournaments_fields_selectRow as g,pages_tournaments_fields_switchRow as b}from"./tournament-parts.js";import{core_clock_TIMES as z,core_clock_clockText as Kt,core_clock_leftOf as Ut,core_clock_speedOf as G,core_clock_spentText as qt,core_clock_startLeft as zt,core_clock_timeText as V}from"./main.js";import{pages_tournaments_plan_EDITIONS as j,pages_tournaments_plan_FORMATS as R,pages_tournaments_plan_TIE_BREAKS as y,pages_tournaments_plan_changeFormat as H,pages_tournaments_plan_namesIn as E,pages_tournaments_plan_planOf as F,pages_tournaments_plan_usualStage as J,pages_tournaments_plan_usualWish as Q}from"./tournament-parts.js";import{pages_tournaments_words_conditionText as Jt,pages_tournaments_words_countdownText as Qt,pages_tournaments_words_faultText as X,pages_tournaments_words_formatText as Y,pages_tournaments_words_gameText as Xt,pages_tournaments_words_pointsText as Yt,pages_tournaments_words_stageText as Zt,pages_tournaments_words_tieBreakSign as ea,pages_tournaments_words_tieBreakText as W}from"./shared.js";function Z({stage:a,at:s,fault:e,isOne:r,after:o}){let i=p=>`stages[${s}].${p}`,{format:m}=a,n=(p,h,x,ie="1")=>_({of:a,name:p,path:i(h),label:t(x),fault:e,type:"number",more:{step:ie}}),d=p=>{let h=R.find(x=>x===p);h&&H(a,h)};return l`
    ${r?c:_({of:a,name:"name",path:i("name"),label:t("new.stage_name"),fault:e,more:{maxlength:80}})}
    ${g({of:a,name:"format",path:i("format"),label:t("new.who_meets"),fault:e,onChange:d,options:R.map(p=>[p,t(`format.${p}`)])})}
    ${o?n("through","best_of_each_group",o.format==="round_robin"?"new.through_groups":"new.through"):c}
    ${m==="swiss"?n("rounds","format.rounds","new.rounds"):c}
    ${m==="round_robin"?n("groups","format.groups","new.groups"):c}
    ${m==="round_robin"?b({of:a,name:"double",path:i("format.double"),label:t("new.twice"),fault:e}):c}
    ${m==="knockout"?b({of:a,name:"double",path:i("format.double"),label:t("new.two_losses"),fault:e}):c}
    ${m==="knockout"&&!a.double?b({of:a,name:"third",path:i("format.third_place"),label:t("new.third"),fault:e}):c}
    ${m==="arena"?n("minutes","format.length_ms","new.minutes","any"):c}
    ${m==="arena"?c:l`${n("bestOf","series","new.best_of")}
          ${b({of:a,name:"armageddon",path:i("series.decider"),label:t(m==="knockout"?"new.armageddon_or_replay":"new.armageddon"),fault:e})}
          ${g({of:a,name:"start",path:i("start"),label:t("new.start"),fault:e,options:["director","clock","agreement"].map(p=>[p,t(`new_start.${p}`)])})}
          ${a.start==="clock"?n("pause","start.pause_ms","new.pause","any"):c}
          ${n("noShow","no_show_ms","new.no_show","any")}`}
    ${le(a,i("tie_breaks"))}`}function le(a,s){let e=a.tieBreaks,r=Object.keys(y).filter(n=>!e.includes(n)),o=n=>{[e[n-1],e[n]]=[e[n],e[n-1]],u(`${s}-up-${n-1}`)},i=n=>{e.splice(n,1),u(`${s}-add`)},m=n=>{!(n.target instanceof HTMLSelectElement)||n.target.value===""||(e.push(n.target.value),n.target.value="",f())};return l`<div class="field" role="group" aria-labelledby=${`${s}-label`}>
    <span class="label" id=${`${s}-label`}>${t("new.tie_breaks")}</span>
    ${e.length===0?l`<small class="quiet">${t("new.no_tie_breaks")}</small>`:c}
    <ol class="bare tie-breaks">${e.map((n,d)=>{let p=W(y[n]);return l`<li><span>${d+1}. ${p}</span>
        <button type="button" class="small" id=${`${s}-up-${d}`} ?disabled=${d===0}
          aria-label=${t("new.up",{what:p})} title=${t("new.up",{what:p})} @click=${()=>o(d)}>↑</button>
        <button type="button" class="small" aria-label=${t("new.drop",{what:p})} title=${t("new.drop",{what:p})} @click=${()=>i(d)}>×</button></li>`})}</ol>
    ${r.length>0?l`<select id=${`${s}-add`} aria-label=${t("new.add_tie_break")} @change=${m}>
          <option value="" selected>${t("new.add_tie_break")}</option>
          ${r.map(n=>l`<option value=${n}>${W(y[n])}</option>`)}</select>`:c}
  </div>`}var me=8,ce=["","account","account,bot","account,guest","bot"];function ee({wish:a,variants:s,fault:e}){let{stages:r}=a;return l`<div class="card">
      ${_({of:a,name:"name",path:"name",label:t("new.name"),fault:e,more:{maxlength:80}})}
      ${g({of:a,name:"variant",path:"variant",label:t("home.game"),fault:e,options:s.map(({name:o,title:i})=>[o,i])})}
      ${g({of:a,name:"time",path:"time",label:t("home.time"),fault:e,options:z.map((o,i)=>[String(i),`${V(o)} · ${t(`speed.${G(o)}`)}`])})}
      ${b({of:a,name:"rated",path:"rated",label:t("new.rated"),fault:e})}
      <details class="more" ?open=${/^(position|handicap)/.test(e?.at??"")}><summary id="start">${t("start.title")}</summary>
        ${_({of:a,name:"position",path:"position",label:t("start.position"),fault:e,hint:t("start.position_how")})}
        ${_({of:a,name:"handicap",path:"handicap",label:t("start.handicap"),fault:e,hint:t("start.handicap_how")})}
      </details>
    </div>
    ${r.map((o,i)=>pe(r,i,e))}
    ${r.length<me?l`<p><button type="button" id="add-stage" @click=${()=>_e(r)}>${t("new.add_stage")}</button></p>`:c}
    ${A(t("new.when"),l`
      ${_({of:a,name:"beginsAt",path:"begins_at",label:t("new.begins_at"),fault:e,type:"datetime-local",hint:t("new.begins_how")})}
      ${_({of:a,name:"directors",path:"directors",label:t("new.directors"),fault:e,hint:t("new.names_how")})}
    `)}
    <details class="card" id="entry" ?open=${/^(entry|invited|most|late|byes)/.test(e?.at??"")}><summary>${t("new.entry")}</summary>
      <div class="fields">
      ${g({of:a,name:"kinds",path:"entry.kinds",label:t("new.who"),fault:e,options:ce.map(o=>[o,t(`new_kinds.${o.replace(",","_")||"all"}`)])})}
      ${_({of:a,name:"atLeast",path:"entry.at_least",label:t("new.at_least"),fault:e,type:"number"})}
      ${_({of:a,name:"atMost",path:"entry.at_most",label:t("new.at_most"),fault:e,type:"number"})}
      ${b({of:a,name:"established",path:"entry.established",label:t("entry.established"),fault:e})}
      ${_({of:a,name:"games",path:"entry.games",label:t("new.games"),fault:e,type:"number"})}
      ${_({of:a,name:"days",path:"entry.days",label:t("new.days"),fault:e,type:"number"})}
      ${_({of:a,name:"invited",path:"invited",label:t("new.invited"),fault:e,hint:t("new.names_how")})}
      ${_({of:a,name:"most",path:"most",label:t("new.most"),fault:e,type:"number"})}
      ${_({of:a,name:"lateUntil",path:"late.until_round",label:t("new.late"),fault:e,type:"number"})}
      ${_({of:a,name:"byes",path:"byes.most",label:t("new.byes"),fault:e,type:"number"})}
      </div>
    </details>
    <div class="card">
      ${g({of:a,name:"edition",path:"edition",label:t("new.edition"),fault:e,hint:t(`edition_how.${a.edition}`),options:j.map(o=>[o,t(`edition.${o}`)])})}
    </div>`}function pe(a,s,e){let r=a.length===1,o=r?t("new.format"):t("new.stage",{n:s+1});return A(o,l`${Z({stage:a[s],at:s,fault:e,isOne:r,after:a[s-1]})}
    ${r?c:l`<p><button type="button" class="small" @click=${()=>ue(a,s)}>${t("new.drop_stage")}</button></p>`}`)}function _e(a){a.push(J("knockout",a.length)),u(`stages[${a.length-1}].format`)}function ue(a,s){a.splice(s,1),a[0].through="0",u("add-stage")}var T=class{fault=null;isSending=!1;constructor(s){this.variants=s}async#e(s){s.preventDefault();let e=new FormData(s.target),r=e.get("report");if(this.isSending||!(r instanceof File)||r.size===0)return;this.isSending=!0,this.fault=null,f();let o=await r.text(),i=encodeURIComponent(String(e.get("variant")));try{await $.greeted();let{tournament:m}=await C("POST",`/tournaments/import?variant=${i}`,{text:o});await S(`/tournaments/${m}`)}catch(m){let n=m instanceof w?Number(m.params?.line??0):0,d=o.split(/\r\n|\r|\n/)[n-1]??"";this.fault={text:k(m),line:n||null,source:d},u("report-trouble")}this.isSending=!1,f()}view(){let{fault:s,variants:e}=this;return l`<section class="plain" id="import-report"><h2>${t("report.title")}</h2>
      <p class="quiet">${t("report.how")}</p>
      <form class="row" @submit=${r=>this.#e(r)}>
        <label>${t("report.game")} <select name="variant">${e.map(({name:r,title:o})=>l`<option value=${r} ?selected=${r==="camelot"}>${o}</option>`)}</select></label>
        <label>${t("report.file")} <input type="file" name="report" accept=".trf,.txt,.trfx,text/plain" required /></label>
        <button id="import" ?disabled=${this.isSending}>${t("report.import")}</button></form>
      ${s?l`<div class="trouble" role="alert" id="report-trouble" tabindex="-1"><p>${s.text}</p>
              ${s.line===null?c:l`<pre class="scroll" data-line=${s.line} tabindex="0"><code>${s.line}: ${s.source}</code></pre>`}</div>`:c}</section>`}};import{pages_tournaments_schedules_REPEATS as ka,pages_tournaments_schedules_recurrenceOf as te,pages_tournaments_schedules_scheduleLinks as ya,pages_tournaments_schedules_scheduleTimes as Ta}from"./shared.js";import{pages_tournaments_short_form_guestWarning as ae,pages_tournaments_short_form_shortFields as se,pages_tournaments_short_form_templateCards as oe,pages_tournaments_short_form_usualName as re}from"./tournament-parts.js";import{pages_tournaments_templates_STARTS as Ea,pages_tournaments_templates_TEMPLATES as Fa,pages_tournaments_templates_fullWish as I,pages_tournaments_templates_localTime as Wa,pages_tournaments_templates_nextEvening as Ia,pages_tournaments_templates_sizeField as Na,pages_tournaments_templates_sizesOf as Ma,pages_tournaments_templates_startOf as Pa,pages_tournaments_templates_usualShortWish as N}from"./tournament-parts.js";var M=class{wish=null;fault=null;isSending=!1;#e=ne();constructor(s,e){this.variants=s,this.report=new T(s),this.short=N("arena",e),this.short.name=this.#t()}#t(){let{template:s,variant:e}=this.short;return re(s,K(this.variants,e)?.title??e)}#a(s){let e=this.short.name===this.#t();s(),e&&(this.short.name=this.#t()),this.fault=null,f()}#s(s){this.#a(()=>{let{name:e,variant:r}=this.short;this.short={...N(s,r),name:e}})}#o(){this.wish=I(this.short,$.now()),this.fault=null,u("name")}#r(){this.wish=null,this.fault=null,u("all-options")}async#n(s){if(s.preventDefault(),!this.isSending){this.isSending=!0,this.fault=null,f();try{await $.greeted();let e=this.wish??I(this.short,$.now()),r=await he(E(e.invited)),o=F(e,r,h=>de(e.stages[h],h)),i=this.wish?"once":this.short.repeat,{begins_at:m,...n}=o;if(i!=="once"&&m){let h={plan:n,recurrence:te(i,e.beginsAt)},{schedule:x}=await v("/schedules",h,{key:this.#e});await S(`/schedules/${x}`);return}let d=E(e.directors),{tournament:p}=await v("/tournaments",{plan:o,directors:d},{key:this.#e});await S(`/tournaments/${p}`)}catch(e){this.fault=fe(e),u(this.fault.at??"make-trouble"),e instanceof w&&e.status>0&&(this.#e=ne())}this.isSending=!1,f()}}view(){let{wish:s,short:e,variants:r,fault:o}=this,i=m=>this.#a(()=>Object.assign(this.short,{variant:m}));return l`${this.#i(s,e,r,o,i)}${this.report.view()}`}#i(s,e,r,o,i){return l`<form class="plain tour-form" data-form=${s?"all":"short"} @submit=${m=>this.#n(m)}>
      <h1>${t("new.title")}</h1>
      ${s?c:oe(e.template,m=>this.#s(m))}
      ${s?ee({wish:s,variants:r,fault:o}):se({wish:e,variants:r,fault:o,onVariant:i})}
      ${o?.at===null?l`<p class="trouble" role="alert" id="make-trouble" tabindex="-1">${o.text}</p>`:c}
      ${D.player?.kind==="account"?c:ae()}
      <div class="row"><button class="primary big" id="make-tournament" ?disabled=${this.isSending}>${t("new.make")}</button>
      ${s?l`<button type="button" id="templates" @click=${()=>this.#r()}>${t("template.back")}</button>`:l`<button type="button" id="all-options" @click=${()=>this.#o()}>${t("template.all")}</button>`}</div>
    </form>`}};function de(a,s){let{stages:e}=F({...Q(),stages:[a]},[],()=>"");return`${s+1}. ${Y(e[0].format)}`.slice(0,80)}async function he(a){return Promise.all(a.map(async s=>{let e=await L(s);if(e)return e.id;let r=t("leaders.unknown",{who:s});throw new w({code:"bad_field",field:"invited",detail:r},400)}))}function fe(a){if(!(a instanceof w)||!a.field)return{at:null,text:k(a)};let s=a.field.replace(/^plan\./,"");return{at:q(s),text:X(s,a)}}var ne=()=>`make-${Date.now().toString(36)}-${Math.random().toString(36).slice(2,12)}`;async function ts(){let[a]=await Promise.all([P(),B()]),s=a.filter(o=>!U(o)),e=s.some(({name:o})=>o===O.variant),r=new M(s,e?O.variant:s[0].name);return{view:()=>r.view(),title:()=>t("new.title")}}export{ts as open};
