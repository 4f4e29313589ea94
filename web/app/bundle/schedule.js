import{core_api_Problem as k,core_api_allVariants as m,core_api_ask as W,core_api_boardNamed as S,core_api_check as A,core_api_dropShellAnswers as N,core_api_get as c,core_api_legalMoves as E,core_api_lines as L,core_api_playerNamed as M,core_api_post as p}from"./main.js";import{core_dom_Directive as G,core_dom_directive as P,core_dom_drawWith as R,core_dom_focusSoon as U,core_dom_html as o,core_dom_noChange as q,core_dom_nothing as n,core_dom_redraw as l,core_dom_redrawThen as O,core_dom_render as V,core_dom_repeat as j,core_dom_svg as D}from"./main.js";import{core_i18n_LANGUAGES as F,core_i18n_day as H,core_i18n_decimal as J,core_i18n_languageNow as K,core_i18n_loadLanguage as Q,core_i18n_loadTournamentWords as g,core_i18n_maybe as X,core_i18n_preferred as Y,core_i18n_reasonText as Z,core_i18n_t as s,core_i18n_when as _}from"./main.js";import{core_refusals_causeWords as ae,core_refusals_refusalWords as u}from"./main.js";import{core_session_hasMade as oe,core_session_keep as ne,core_session_rememberMade as ce,core_session_session as $}from"./main.js";import{pages_tournaments_schedules_REPEATS as le,pages_tournaments_schedules_recurrenceOf as _e,pages_tournaments_schedules_scheduleLinks as ue,pages_tournaments_schedules_scheduleTimes as f}from"./shared.js";import{pages_tournaments_words_conditionText as pe,pages_tournaments_words_countdownText as ge,pages_tournaments_words_faultText as $e,pages_tournaments_words_formatText as w,pages_tournaments_words_gameText as x,pages_tournaments_words_pointsText as fe,pages_tournaments_words_stageText as we,pages_tournaments_words_tieBreakSign as xe,pages_tournaments_words_tieBreakText as Te}from"./shared.js";var h=class{trouble="";tournaments=[];next=null;constructor(t,a,e){this.schedule=t,this.standings=a,this.variants=e}async more(){let t=this.next?`&cursor=${this.next}`:"";try{let{items:a,next:e}=await c(`/schedules/${this.schedule.schedule}/tournaments?limit=20${t}`);this.tournaments=[...this.tournaments,...a],this.next=e}catch(a){this.trouble=u(a)}l()}async#e(){if(confirm(s("schedule.end_sure"))){try{this.schedule=await p(`/schedules/${this.schedule.schedule}/end`,{}),this.trouble=""}catch(t){this.trouble=u(t)}l()}}view(){let{schedule:t,trouble:a}=this,{plan:e,by:r,next_begins_at:d}=t,T=r!==null&&r.id===$.player?.id;return o`<div class="plain wide tours" id="schedule">
      <header class="tour-head"><h1>${e.name}</h1>
        <p>${x(e,this.variants)} · ${e.stages.map(({format:b})=>w(b)).join(" → ")}</p>
        <p id="schedule-times">${f(t)}</p>
        <p class="quiet">${d?s("schedule.creates",{when:_(d)}):s("schedule.ended")}
          ${r?o`· ${s("tour.directors")} <a href="/players/${encodeURIComponent(r.name)}">${r.name}</a>`:n}</p>
        ${T&&d?o`<p><button class="small" id="schedule-end" @click=${()=>this.#e()}>${s("schedule.end")}</button></p>`:n}
      </header>
      ${a?o`<p class="trouble" role="alert">${a}</p>`:n}
      ${this.#s()}
      ${this.#a()}
    </div>`}#s(){if(this.standings.length===0)return n;let{points:t,best:a}=this.schedule.scoring;return o`<section class="card"><h2>${s("schedule.standings")}</h2>
      <div class="scroll"><table id="schedule-standings"><thead><tr>
        <th scope="col">${s("schedule.place")}</th><th scope="col">${s("schedule.player")}</th>
        <th scope="col">${s("schedule.points")}</th><th scope="col">${s("schedule.wins")}</th>
        <th scope="col">${s("schedule.played")}</th></tr></thead><tbody>
        ${this.standings.map(e=>o`<tr><td>${e.place}</td><th scope="row"><a href="/players/${encodeURIComponent(e.player.name)}">${e.player.name}</a></th>
          <td>${e.points}</td><td>${e.wins}</td><td>${e.played}</td></tr>`)}</tbody></table></div>
      <p class="quiet">${s("schedule.scoring",{points:t.join(", ")})}
        ${a?s("schedule.best",{n:a}):n}</p></section>`}#a(){return this.tournaments.length===0?n:o`<section class="card"><h2>${s("nav.tournaments")}</h2>
      <ul class="bare" id="schedule-tournaments">${this.tournaments.map(({tournament:t,plan:a,status:e,entrants:r})=>o`<li class="row"><a href="/tournaments/${t}">${a.name}</a>
            <span class="tag">${s(`status.${e}`)}</span>
            <span class="quiet">${a.begins_at?_(a.begins_at):n} · ${s("tours.entrants",{n:r})}</span></li>`)}</ul>
      ${this.next?o`<button class="small" @click=${()=>this.more()}>${s("profile.more")}</button>`:n}</section>`}};async function Ne({id:i}){let[t,{items:a},e]=await Promise.all([c(`/schedules/${i}`),c(`/schedules/${i}/standings`),m(),g()]),r=new h(t,a,e);return await r.more(),{view:()=>r.view(),title:()=>t.plan.name}}export{Ne as open};
