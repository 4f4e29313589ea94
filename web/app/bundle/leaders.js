import{core_api_Problem as m,core_api_allVariants as u,core_api_ask as L,core_api_boardNamed as T,core_api_check as W,core_api_dropShellAnswers as A,core_api_get as p,core_api_legalMoves as P,core_api_lines as C,core_api_post as M}from"./main.js";import{core_dom_Directive as E,core_dom_directive as N,core_dom_drawWith as I,core_dom_focusSoon as D,core_dom_html as n,core_dom_noChange as G,core_dom_nothing as c,core_dom_redraw as l,core_dom_render as z,core_dom_repeat as V,core_dom_svg as H}from"./main.js";import{core_i18n_LANGUAGES as q,core_i18n_day as g,core_i18n_decimal as B,core_i18n_languageNow as j,core_i18n_loadLanguage as F,core_i18n_loadTournamentWords as J,core_i18n_maybe as Q,core_i18n_reasonText as X,core_i18n_supported as Y,core_i18n_t as a,core_i18n_when as Z}from"./main.js";import{core_refusals_causeWords as se,core_refusals_refusalWords as _}from"./main.js";import{core_router_currentPage as re,core_router_dropUnopened as ne,core_router_followLinks as ie,core_router_go as f,core_router_keepAddress as ce,core_router_otherwise as le,core_router_reloadWhenReachable as de,core_router_route as pe,core_router_show as _e,core_router_unopenedAddress as he,core_router_withoutConnection as me}from"./main.js";import{core_session_hasMade as fe,core_session_keep as we,core_session_rememberMade as $e,core_session_session as w}from"./main.js";import{core_settings_isKept as ve,core_settings_onSettings as xe,core_settings_set as ke,core_settings_settings as $}from"./main.js";import{parts_empty_emptyPlace as b}from"./shared.js";import{parts_rating_changeText as Ae,parts_rating_mayRate as Pe,parts_rating_ratedChoice as Ce,parts_rating_ratingOf as Me,parts_rating_ratingText as y}from"./main.js";var v=["bullet","blitz","rapid","classical","correspondence"],h=class{variants=[];items=[];next=null;trouble="";isLoading=!1;unknown="";constructor(s,t){this.variant=s,this.speed=t}async choose({variant:s=this.variant,speed:t=this.speed}){this.variant=s,this.speed=t,this.items=[],this.next=null;let o=new URLSearchParams({variant:s,speed:t});location.pathname==="/players"&&history.replaceState(null,"",`/players?${o}`),await this.more()}async more(){let{variant:s,speed:t}=this,o=this.next?`?cursor=${this.next}`:"";this.isLoading=!0,this.trouble="",l();try{let{items:r,next:e}=await p(`/leaderboards/${s}/${t}${o}`);if(s!==this.variant||t!==this.speed)return;this.items=[...this.items,...r],this.next=e}catch(r){this.trouble=_(r)}this.isLoading=!1,l()}async#e(s){s.preventDefault();let t=document.getElementById("player-name"),o=t instanceof HTMLInputElement?t.value.trim():"";if(o!=="")try{let r=await p(`/players/${encodeURIComponent(o)}`);await f(`/players/${encodeURIComponent(r.name)}`)}catch(r){this.unknown=r instanceof m&&r.status===404?o:"",this.trouble=this.unknown?"":_(r),l()}}view(){let{items:s,next:t,trouble:o,isLoading:r}=this;return n`<div class="plain wide leaders">
      <h1>${a("leaders.title")}</h1>
      <form class="row" role="search" @submit=${e=>this.#e(e)}>
        <label for="player-name">${a("leaders.find")}</label>
        <input id="player-name" type="search" maxlength="20" autocomplete="off" autocapitalize="none" spellcheck="false" />
        <button>${a("leaders.go")}</button>
        ${this.unknown?n`<p role="alert" id="no-player">${a("leaders.unknown",{who:this.unknown})}</p>`:c}
      </form>
      <div class="row pool">
        <label>${a("home.game")}
          <select id="leaders-game" @change=${e=>e.target instanceof HTMLSelectElement&&this.choose({variant:e.target.value})}>
            ${this.variants.map(({name:e,title:i})=>n`<option value=${e} ?selected=${e===this.variant}>${i}</option>`)}
          </select></label>
        <fieldset class="row"><legend class="visually-hidden">${a("leaders.speed")}</legend>
          ${v.map(e=>n`<label class="chip"><input type="radio" name="speed" value=${e} .checked=${e===this.speed}
              @change=${()=>this.choose({speed:e})} /><span>${a(`speed.${e}`)}</span></label>`)}</fieldset>
      </div>
      ${o?n`<p class="trouble" role="alert">${o}</p>`:c}
      ${s.length>0?this.#t():c}
      ${s.length===0&&!r&&!o?b({scene:"shield",words:a("leaders.nobody"),action:{words:a("empty.play"),href:"/"},id:"no-leaders"}):c}
      ${t?n`<button @click=${()=>this.more()}>${a("profile.more")}</button>`:c}
      <p class="quiet">${a("leaders.how")}</p>
    </div>`}#t(){return n`<table class="card"><thead><tr><th scope="col">#</th><th scope="col">${a("kind.account")}</th>
        <th scope="col">${a("rating.title")}</th><th scope="col">${a("profile.games")}</th><th scope="col" class="when">${a("leaders.last")}</th></tr></thead>
      <tbody>${this.items.map(({rank:s,player:t,rating:o,provisional:r,games:e,last_at:i})=>n`<tr class=${t.id===w.player?.id?"me-here":""}><td>${s}</td>
          <th scope="row"><a href="/players/${encodeURIComponent(t.name)}">${t.name}</a></th>
          <td><strong>${y({rating:o,provisional:r})}</strong></td><td>${e}</td><td class="when">${g(i)}</td></tr>`)}</tbody></table>`}};async function He(d){let s=await u(),t=d.get("variant")??$.variant,o=s.find(({name:i,aliases:x})=>i===t||x.includes(t)),r=v.find(i=>i===d.get("speed"))??"blitz",e=new h(o?.name??"camelot",r);return e.variants=s,await e.more(),{view:()=>e.view(),title:()=>a("leaders.title")}}export{v as SPEEDS,He as open};
