/** Inline on every page, so that the first paint needs one request. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1d1d22; --soft: #63636e; --line: #e3e3e8; --card: #fff; --back: #f4f4f7; --brand: #c0263b; --good: #17794a; --wait: #8a5a00; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #f2f2f5; --soft: #a5a5b0; --line: #34343c; --card: #1f1f25; --back: #141418; --brand: #ff6b7d; --good: #4cc98a; --wait: #e2b04a; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px 48px; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 440px; margin: 0 auto; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 16px; }
header { display: flex; align-items: center; gap: 12px; margin: 0 0 12px; }
.logo { width: 48px; height: 48px; border-radius: 10px; object-fit: contain; background: #fff; }
h1 { margin: 0; font-size: 20px; overflow-wrap: anywhere; }
footer { max-width: 440px; margin: 16px auto 0; color: var(--soft); font-size: 13px; text-align: center; }
footer p { margin: 0 0 4px; } footer a { color: inherit; }
.total { margin: 4px 0 16px; font-size: 32px; font-weight: 700; font-variant-numeric: tabular-nums; }
.total small { font-size: 16px; font-weight: 400; }
.state { display: inline-block; margin: 0 0 16px; padding: 2px 12px; border: 1px solid currentcolor; border-radius: 16px; font-size: 14px; font-weight: 600; color: var(--soft); }
.state.good { color: var(--good); } .state.good::before { content: ''; display: inline-block; width: 6px; height: 11px; margin: 0 9px 1px 2px; border: solid; border-width: 0 2px 2px 0; transform: rotate(45deg); } .state.wait { color: var(--wait); }
ul { list-style: none; margin: 0 0 16px; padding: 0; border-top: 1px solid var(--line); }
li, dl div { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; border-bottom: 1px solid var(--line); }
li span, dd { font-variant-numeric: tabular-nums; text-align: right; }
li span { white-space: nowrap; }
li { align-items: center; } li b { flex: 1; min-width: 0; font-weight: 400; overflow-wrap: anywhere; }
.item { flex: none; width: 48px; height: 48px; border: 1px solid var(--line); border-radius: 8px; object-fit: cover; background: #fff; }
dl { margin: 0; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.soft { color: var(--soft); font-size: 14px; }
.steps { margin: 0 0 12px; padding: 0 0 0 20px; color: var(--soft); font-size: 14px; } .steps li { display: list-item; padding: 2px 0; border: 0; }
.pix { display: flex; flex-direction: column; margin: 0 0 8px; } .pix p { margin: 0 0 8px; }
.qr { align-self: center; width: 224px; max-width: 100%; height: auto; margin: 12px 0 4px; background: #fff; border-radius: 8px; }
.code { display: block; width: 100%; margin: 0 0 8px; padding: 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--back); color: var(--ink); font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; user-select: all; }
.button { display: block; width: 100%; margin: 8px 0 0; padding: 12px; border: 1px solid var(--brand); border-radius: 10px; background: transparent; color: var(--brand); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.button.main { background: var(--brand); color: var(--card); }
.button.quiet { border-color: var(--line); color: var(--ink); }
.button.plain { border-color: transparent; color: var(--soft); font-weight: 400; text-decoration: underline; text-underline-offset: 3px; }
nav { display: flex; gap: 8px; margin: 0 0 16px; }
nav a { flex: 1; padding: 10px 4px; border: 1px solid var(--line); border-radius: 10px; color: var(--ink); text-align: center; text-decoration: none; }
nav a[aria-current] { border-color: var(--brand); color: var(--brand); font-weight: 600; }
h2 { margin: 0 0 8px; font-size: 16px; } .do h3 { margin: 24px 0 8px; font-size: 15px; }
.off { color: var(--good); }
label { display: block; margin: 0 0 12px; font-size: 14px; color: var(--soft); }
#card-fields { margin: 4px 0 12px; padding: 12px; border: 1px solid var(--soft); border-radius: 10px; background: #fff; }
.label { margin: 0; font-size: 14px; color: var(--soft); }
input, select { display: block; width: 100%; min-height: 44px; margin: 4px 0 0; padding: 8px 12px; border: 1px solid var(--soft); border-radius: 10px; background: var(--card); color: var(--ink); font: inherit; font-size: 16px; }
[aria-invalid] { border-color: var(--bad); border-width: 2px; } select { padding-left: 8px; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
.field { margin: 0 0 12px; } .field label { margin: 0; }
.wrong { display: block; margin: 4px 0 0; color: var(--bad); font-size: 14px; font-weight: 600; }
.brand { float: right; font-weight: 600; color: var(--ink); }
.spoken { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
.busy { cursor: progress; }
.busy::before { content: ''; display: inline-block; width: 14px; height: 14px; margin-right: 8px; border: 2px solid currentcolor; border-right-color: transparent; border-radius: 50%; vertical-align: -2px; animation: turn 1s linear infinite; }
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { .busy::before { animation: none; } }
@media (scripting: none) { .scripted, form:has(noscript) > :not(noscript) { display: none; } }
.letters { display: none; width: auto; margin: -12px 0 8px; padding: 4px 0; font-size: 14px; } @media (pointer: coarse) and (scripting: enabled) { .letters { display: block; } }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; align-items: start; }
.pair-long-second { grid-template-columns: 2fr 3fr; }
.alert { margin: 0 0 16px; padding: 10px 12px; border: 1px solid var(--bad); border-radius: 10px; color: var(--bad); font-weight: 600; }
.how { margin: 0 0 16px; } .ways { margin: -8px 0 16px; }
dl + ul, ul + dl { margin-top: 16px; } dl + ul { border-top: 0; } h1 + .state, h1 + .alert { margin-top: 12px; } dl { margin-bottom: 16px; }
.trial { margin: 32px 0 0; padding: 12px 16px 16px; border: 1px dashed var(--line); border-radius: 10px; color: var(--soft); font-size: 13px; }
.trial p { margin: 0 0 4px; } .trial #trial { font-weight: 600; } .trial .button { padding: 8px; font-size: 14px; font-weight: 400; }
h2.part { margin-top: 24px; } li small { color: var(--soft); } li a { color: inherit; }
fieldset { margin: 0 0 16px; padding: 0; border: 0; } legend { padding: 0 0 4px; font-size: 14px; color: var(--soft); }
.choice { display: flex; align-items: center; gap: 8px; min-height: 44px; margin: 0; font-size: 16px; color: var(--ink); } .choice input { flex: none; accent-color: var(--brand); width: auto; min-height: 0; margin: 0; }
details { margin: 0 0 16px; } summary { padding: 8px 0; cursor: pointer; font-size: 14px; }
.test { max-width: 440px; text-wrap: balance; margin: 0 auto 12px; text-align: center; color: var(--wait); font-size: 14px; font-weight: 600; }
@media (min-width: 600px) { .pix .qr { order: -1; margin: 0 0 12px; } }
@media (min-width: 880px) {
main.wide { display: grid; grid-template: auto 1fr / 5fr 6fr; column-gap: 48px; max-width: 880px; padding: 32px; }
.wide header, .bill { grid-column: 1; } .do { grid-column: 2; grid-row: 1 / span 2; min-width: 0; }
}
`;

/** Of a page without scripts that shows what a payer with scripts sees. */
export const sampleStyle = pageStyle.replace('@media (scripting: none)', '@media not all');
