import{core_api_Problem as w,core_api_allVariants as F,core_api_ask as ue,core_api_boardNamed as he,core_api_check as fe,core_api_dropShellAnswers as ge,core_api_get as I,core_api_legalMoves as we,core_api_lines as be,core_api_post as M}from"./main.js";import{core_dom_Directive as ye,core_dom_directive as Te,core_dom_drawWith as xe,core_dom_focusSoon as d,core_dom_html as m,core_dom_noChange as Se,core_dom_nothing as l,core_dom_redraw as g,core_dom_render as ve,core_dom_repeat as Oe,core_dom_svg as Re}from"./main.js";import{core_i18n_LANGUAGES as Ee,core_i18n_day as Fe,core_i18n_decimal as Ie,core_i18n_languageNow as Me,core_i18n_loadLanguage as Ce,core_i18n_loadTournamentWords as C,core_i18n_maybe as Ne,core_i18n_reasonText as Be,core_i18n_supported as Le,core_i18n_t as a,core_i18n_when as Pe}from"./main.js";import{core_refusals_causeWords as Ue,core_refusals_refusalWords as N}from"./main.js";import{core_router_currentPage as Ve,core_router_dropUnopened as qe,core_router_followLinks as je,core_router_go as B,core_router_keepAddress as He,core_router_otherwise as Je,core_router_reloadWhenReachable as Qe,core_router_route as Xe,core_router_show as Ye,core_router_unopenedAddress as Ze,core_router_withoutConnection as et}from"./main.js";import{core_session_hasMade as st,core_session_keep as ot,core_session_rememberMade as nt,core_session_session as L}from"./main.js";import{core_settings_isKept as lt,core_settings_onSettings as mt,core_settings_set as _t,core_settings_settings as T}from"./main.js";import{core_socket_Refused as dt,core_socket_connection as $,core_socket_hear as ut}from"./main.js";import{rules_boards_DIRECTIONS as gt,rules_boards_areFriends as wt,rules_boards_boardOf as bt,rules_boards_isBridge as $t,rules_boards_placeOf as kt,rules_boards_shifted as yt,rules_boards_squareAt as Tt,rules_boards_teamOf as xt,rules_boards_variantCalled as P}from"./main.js";import{pages_tournaments_fields_faultIn as K,pages_tournaments_fields_fieldset as x,pages_tournaments_fields_inputRow as c,pages_tournaments_fields_selectRow as f,pages_tournaments_fields_switchRow as u}from"./tournament-parts.js";import{core_clock_TIMES as D,core_clock_clockText as At,core_clock_leftOf as Wt,core_clock_speedOf as U,core_clock_startLeft as Et,core_clock_timeText as G}from"./main.js";import{pages_tournaments_plan_FORMATS as S,pages_tournaments_plan_TIE_BREAKS as k,pages_tournaments_plan_changeFormat as z,pages_tournaments_plan_namesIn as v,pages_tournaments_plan_planOf as O,pages_tournaments_plan_usualStage as V,pages_tournaments_plan_usualWish as q}from"./tournament-parts.js";import{pages_tournaments_words_conditionText as Nt,pages_tournaments_words_countdownText as Bt,pages_tournaments_words_faultText as j,pages_tournaments_words_formatText as H,pages_tournaments_words_gameText as Lt,pages_tournaments_words_pointsText as Pt,pages_tournaments_words_stageText as Kt,pages_tournaments_words_tieBreakSign as Dt,pages_tournaments_words_tieBreakText as R}from"./tournament-parts.js";function J({stage:t,at:s,fault:e,isOne:n,after:r}){let i=p=>`stages[${s}].${p}`,{format:_}=t,o=(p,b,y,ae="1")=>c({of:t,name:p,path:i(b),label:a(y),fault:e,type:"number",more:{step:ae}}),h=p=>{let b=S.find(y=>y===p);b&&z(t,b)};return m`
    ${n?l:c({of:t,name:"name",path:i("name"),label:a("new.stage_name"),fault:e,more:{maxlength:80}})}
    ${f({of:t,name:"format",path:i("format"),label:a("new.who_meets"),fault:e,onChange:h,options:S.map(p=>[p,a(`format.${p}`)])})}
    ${r?o("through","best_of_each_group",r.format==="round_robin"?"new.through_groups":"new.through"):l}
    ${_==="swiss"?o("rounds","format.rounds","new.rounds"):l}
    ${_==="round_robin"?o("groups","format.groups","new.groups"):l}
    ${_==="round_robin"?u({of:t,name:"double",path:i("format.double"),label:a("new.twice"),fault:e}):l}
    ${_==="knockout"?u({of:t,name:"double",path:i("format.double"),label:a("new.two_losses"),fault:e}):l}
    ${_==="knockout"&&!t.double?u({of:t,name:"third",path:i("format.third_place"),label:a("new.third"),fault:e}):l}
    ${_==="arena"?o("minutes","format.length_ms","new.minutes","any"):l}
    ${_==="arena"?l:m`${o("bestOf","series","new.best_of")}
          ${u({of:t,name:"armageddon",path:i("series.decider"),label:a(_==="knockout"?"new.armageddon_or_replay":"new.armageddon"),fault:e})}
          ${f({of:t,name:"start",path:i("start"),label:a("new.start"),fault:e,options:["director","clock","agreement"].map(p=>[p,a(`new_start.${p}`)])})}
          ${t.start==="clock"?o("pause","start.pause_ms","new.pause","any"):l}
          ${o("noShow","no_show_ms","new.no_show","any")}`}
    ${se(t,i("tie_breaks"))}`}function se(t,s){let e=t.tieBreaks,n=Object.keys(k).filter(o=>!e.includes(o)),r=o=>{[e[o-1],e[o]]=[e[o],e[o-1]],d(`${s}-up-${o-1}`)},i=o=>{e.splice(o,1),d(`${s}-add`)},_=o=>{!(o.target instanceof HTMLSelectElement)||o.target.value===""||(e.push(o.target.value),o.target.value="",g())};return m`<div class="field" role="group" aria-labelledby=${`${s}-label`}>
    <span class="label" id=${`${s}-label`}>${a("new.tie_breaks")}</span>
    ${e.length===0?m`<small class="quiet">${a("new.no_tie_breaks")}</small>`:l}
    <ol class="bare tie-breaks">${e.map((o,h)=>{let p=R(k[o]);return m`<li><span>${h+1}. ${p}</span>
        <button type="button" class="small" id=${`${s}-up-${h}`} ?disabled=${h===0}
          aria-label=${a("new.up",{what:p})} title=${a("new.up",{what:p})} @click=${()=>r(h)}>↑</button>
        <button type="button" class="small" aria-label=${a("new.drop",{what:p})} title=${a("new.drop",{what:p})} @click=${()=>i(h)}>×</button></li>`})}</ol>
    ${n.length>0?m`<select id=${`${s}-add`} aria-label=${a("new.add_tie_break")} @change=${_}>
          <option value="" selected>${a("new.add_tie_break")}</option>
          ${n.map(o=>m`<option value=${o}>${R(k[o])}</option>`)}</select>`:l}
  </div>`}var oe=8,ne=["","account","account,bot","account,guest","bot"];function Q({wish:t,variants:s,fault:e}){let{stages:n}=t;return m`<div class="card">
      ${c({of:t,name:"name",path:"name",label:a("new.name"),fault:e,more:{maxlength:80}})}
      ${f({of:t,name:"variant",path:"variant",label:a("home.game"),fault:e,options:s.map(({name:r,title:i})=>[r,i])})}
      ${f({of:t,name:"time",path:"time",label:a("home.time"),fault:e,options:D.map((r,i)=>[String(i),`${G(r)} · ${a(`speed.${U(r)}`)}`])})}
      ${u({of:t,name:"rated",path:"rated",label:a("new.rated"),fault:e})}
      <details class="more" ?open=${/^(position|handicap)/.test(e?.at??"")}><summary id="start">${a("start.title")}</summary>
        ${c({of:t,name:"position",path:"position",label:a("start.position"),fault:e,hint:a("start.position_how")})}
        ${c({of:t,name:"handicap",path:"handicap",label:a("start.handicap"),fault:e,hint:a("start.handicap_how")})}
      </details>
    </div>
    ${n.map((r,i)=>re(n,i,e))}
    ${n.length<oe?m`<p><button type="button" id="add-stage" @click=${()=>ie(n)}>${a("new.add_stage")}</button></p>`:l}
    ${x(a("new.when"),m`
      ${c({of:t,name:"beginsAt",path:"begins_at",label:a("new.begins_at"),fault:e,type:"datetime-local",hint:a("new.begins_how")})}
      ${c({of:t,name:"directors",path:"directors",label:a("new.directors"),fault:e,hint:a("new.names_how")})}
    `)}
    <details class="card" id="entry" ?open=${/^(entry|invited|most|late|byes)/.test(e?.at??"")}><summary>${a("new.entry")}</summary>
      <div class="fields">
      ${f({of:t,name:"kinds",path:"entry.kinds",label:a("new.who"),fault:e,options:ne.map(r=>[r,a(`new_kinds.${r.replace(",","_")||"all"}`)])})}
      ${c({of:t,name:"atLeast",path:"entry.at_least",label:a("new.at_least"),fault:e,type:"number"})}
      ${c({of:t,name:"atMost",path:"entry.at_most",label:a("new.at_most"),fault:e,type:"number"})}
      ${u({of:t,name:"established",path:"entry.established",label:a("entry.established"),fault:e})}
      ${c({of:t,name:"games",path:"entry.games",label:a("new.games"),fault:e,type:"number"})}
      ${c({of:t,name:"days",path:"entry.days",label:a("new.days"),fault:e,type:"number"})}
      ${c({of:t,name:"invited",path:"invited",label:a("new.invited"),fault:e,hint:a("new.names_how")})}
      ${c({of:t,name:"most",path:"most",label:a("new.most"),fault:e,type:"number"})}
      ${c({of:t,name:"lateUntil",path:"late.until_round",label:a("new.late"),fault:e,type:"number"})}
      ${c({of:t,name:"byes",path:"byes.most",label:a("new.byes"),fault:e,type:"number"})}
      </div>
    </details>`}function re(t,s,e){let n=t.length===1,r=n?a("new.format"):a("new.stage",{n:s+1});return x(r,m`${J({stage:t[s],at:s,fault:e,isOne:n,after:t[s-1]})}
    ${n?l:m`<p><button type="button" class="small" @click=${()=>le(t,s)}>${a("new.drop_stage")}</button></p>`}`)}function ie(t){t.push(V("knockout",t.length)),d(`stages[${t.length-1}].format`)}function le(t,s){t.splice(s,1),t[0].through="0",d("add-stage")}import{pages_tournaments_short_form_guestWarning as X,pages_tournaments_short_form_shortFields as Y,pages_tournaments_short_form_templateCards as Z,pages_tournaments_short_form_usualName as ee}from"./tournament-parts.js";import{pages_tournaments_templates_STARTS as na,pages_tournaments_templates_TEMPLATES as ra,pages_tournaments_templates_fullWish as A,pages_tournaments_templates_localTime as ia,pages_tournaments_templates_nextEvening as la,pages_tournaments_templates_sizeField as ma,pages_tournaments_templates_sizesOf as _a,pages_tournaments_templates_startOf as pa,pages_tournaments_templates_usualShortWish as W}from"./tournament-parts.js";var E=class{wish=null;fault=null;isSending=!1;#t=te();constructor(s,e){this.variants=s,this.short=W("arena",e),this.short.name=this.#e()}#e(){let{template:s,variant:e}=this.short;return ee(s,P(this.variants,e)?.title??e)}#a(s){let e=this.short.name===this.#e();s(),e&&(this.short.name=this.#e()),this.fault=null,g()}#s(s){this.#a(()=>{let{name:e,variant:n}=this.short;this.short={...W(s,n),name:e}})}#o(){this.wish=A(this.short,$.now()),this.fault=null,d("name")}#n(){this.wish=null,this.fault=null,d("all-options")}async#r(s){if(s.preventDefault(),!this.isSending){this.isSending=!0,this.fault=null,g();try{await $.greeted();let e=this.wish??A(this.short,$.now()),n=await _e(v(e.invited)),r=O(e,n,o=>me(e.stages[o],o)),i=v(e.directors),{tournament:_}=await M("/tournaments",{plan:r,directors:i},{key:this.#t});await B(`/tournaments/${_}`)}catch(e){this.fault=pe(e),d(this.fault.at??"make-trouble"),e instanceof w&&e.status>0&&(this.#t=te())}this.isSending=!1,g()}}view(){let{wish:s,short:e,variants:n,fault:r}=this,i=_=>this.#a(()=>Object.assign(this.short,{variant:_}));return m`<form class="plain tour-form" data-form=${s?"all":"short"} @submit=${_=>this.#r(_)}>
      <h1>${a("new.title")}</h1>
      ${s?l:Z(e.template,_=>this.#s(_))}
      ${s?Q({wish:s,variants:n,fault:r}):Y({wish:e,variants:n,fault:r,onVariant:i})}
      ${r?.at===null?m`<p class="trouble" role="alert" id="make-trouble" tabindex="-1">${r.text}</p>`:l}
      ${L.player?.kind==="account"?l:X()}
      <div class="row"><button class="primary big" id="make-tournament" ?disabled=${this.isSending}>${a("new.make")}</button>
      ${s?m`<button type="button" id="templates" @click=${()=>this.#n()}>${a("template.back")}</button>`:m`<button type="button" id="all-options" @click=${()=>this.#o()}>${a("template.all")}</button>`}</div>
    </form>`}};function me(t,s){let{stages:e}=O({...q(),stages:[t]},[],()=>"");return`${s+1}. ${H(e[0].format)}`.slice(0,80)}async function _e(t){return Promise.all(t.map(async s=>{try{return(await I(`/players/${encodeURIComponent(s)}`)).id}catch(e){if(!(e instanceof w)||e.status!==404)throw e;let n=a("leaders.unknown",{who:s});throw new w({code:"bad_field",field:"invited",detail:n},400)}}))}function pe(t){if(!(t instanceof w)||!t.field)return{at:null,text:N(t)};let s=t.field.replace(/^plan\./,"");return{at:K(s),text:j(s,t)}}var te=()=>`make-${Date.now().toString(36)}-${Math.random().toString(36).slice(2,12)}`;async function Oa(){let[t]=await Promise.all([F(),C()]),s=t.some(({name:n})=>n===T.variant),e=new E(t,s?T.variant:t[0].name);return{view:()=>e.view(),title:()=>a("new.title")}}export{Oa as open};
