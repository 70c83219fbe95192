// Served at /core/static/auth.css. The colours are the console's tokens; `edge` is darker than its hairline
// because the border of an input must stand out 3:1 (WCAG 1.4.11).
export const authCss = `:root {
  color-scheme: light dark;
  --primary: #0e7a64; --primary-strong: #0b6553; --on-primary: #ffffff;
  --danger: #c8324a; --danger-strong: #a92a3f; --on-danger: #ffffff; --danger-wash: #fdf1f3;
  --warning: #b54708; --warning-wash: #fdf4ea; --link: #1d6fb8; --info-wash: #eef5fb; --primary-wash: #ebf6f3;
  --text: #1f2937; --muted: #5b6573; --page: #f5f6f7; --surface: #ffffff; --line: #e3e6ea; --edge: #858f9b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --primary: #34c3a3; --primary-strong: #4dd3b5; --on-primary: #0f1419;
    --danger: #ff7b8a; --danger-strong: #ff96a2; --on-danger: #0f1419; --danger-wash: #2a1a20;
    --warning: #f5b556; --warning-wash: #2a2317; --link: #6cb6ff; --info-wash: #16232f; --primary-wash: #12261f;
    --text: #e6eaee; --muted: #9aa6b2; --page: #0f1419; --surface: #151b22; --line: #2a333d; --edge: #6b7784;
  }
}

*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; background: var(--page); color: var(--text);
  font: 13px/1.6 -apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
  overflow-wrap: anywhere;
}
h1, h2, p, ul, ol, dl, dd { margin: 0; padding: 0; }
h1 { font-size: 18px; line-height: 1.4; font-weight: 600; }
h2 { font-size: 13px; font-weight: 600; }
a { color: var(--link); text-underline-offset: 3px; text-decoration-thickness: 1px; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.icon { flex: none; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }

header { display: flex; align-items: center; justify-content: space-between; height: 56px; padding: 0 24px; }
.brand { display: flex; align-items: center; gap: 8px; font-size: 15px; }
.brand img { display: block; max-width: 185px; object-fit: contain; }
.brand b { font-weight: 600; }
.languages { display: flex; gap: 4px; }
.languages > * { padding: 8px; color: var(--muted); text-decoration: none; border-radius: 6px; }
.languages [aria-current] { color: var(--text); font-weight: 600; }
.languages a:hover { color: var(--link); text-decoration: underline; }

main { width: 100%; max-width: 432px; margin: 0 auto; padding: clamp(16px, 11vh, 112px) 16px 48px; }
.sheet { background: var(--surface); border: 1px solid var(--line); border-radius: 6px; padding: 28px 32px 32px; }
.sheet > * + * { margin-top: 12px; }
.sheet > * + form { margin-top: 20px; }
.hint, .foot, small { color: var(--muted); font-size: 12px; }
.foot { padding-top: 16px; border-top: 1px solid var(--line); }
.sheet > * + .foot { margin-top: 24px; }

.field + .field, .field + .row { margin-top: 16px; }
.field label { display: block; margin-bottom: 4px; font-weight: 500; }
.control { position: relative; }
.field input {
  display: block; width: 100%; height: 40px; padding: 0 12px; color: inherit; font: inherit; font-size: 14px;
  background: var(--surface); border: 1px solid var(--edge); border-radius: 6px;
}
.field input:hover { border-color: var(--muted); }
.field input:focus { border-color: var(--primary); outline: 2px solid var(--primary); outline-offset: -1px; }
.field input[aria-invalid] { border-color: var(--danger); }
.field input[aria-invalid]:focus { outline-color: var(--danger); }
.password input, .new-password input { padding-right: 44px; }
.code input {
  font: 500 18px/1 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; letter-spacing: .3em;
}
.field .problem { display: flex; gap: 4px; margin-top: 4px; color: var(--danger); font-size: 12px; }
.field .problem .icon { margin-top: 2px; }
.field .hint { margin-top: 4px; }
.reveal {
  position: absolute; inset: 0 0 0 auto; display: grid; place-items: center; width: 40px; padding: 0;
  color: var(--muted); background: none; border: 0; border-radius: 6px; cursor: pointer;
}
.reveal:hover { color: var(--text); }
.reveal:focus-visible { outline-offset: -3px; }
.reveal[aria-pressed=true] .strike { display: none; }
.row { display: flex; align-items: center; justify-content: space-between; gap: 4px 16px; flex-wrap: wrap; }
.check { display: inline-flex; align-items: center; gap: 8px; min-height: 32px; cursor: pointer; }
.check input { width: 16px; height: 16px; margin: 0; accent-color: var(--primary); }

.button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 32px; padding: 4px 12px;
  color: var(--text); font: inherit; font-weight: 500; line-height: 1.4; text-align: center; text-decoration: none;
  background: var(--surface); border: 1px solid var(--edge); border-radius: 6px; cursor: pointer;
}
.button:hover { border-color: var(--primary); color: var(--primary); }
.button.primary, .button.danger { width: 100%; min-height: 40px; font-size: 14px; font-weight: 600; border-color: transparent; }
.button.primary { background: var(--primary); color: var(--on-primary); }
.button.primary:hover { background: var(--primary-strong); }
.button.danger { background: var(--danger); color: var(--on-danger); }
.button.danger:hover { background: var(--danger-strong); }
.button:disabled { opacity: .65; cursor: progress; }
.field + .button { margin-top: 20px; }
.row + .button { margin-top: 12px; }
.after { margin-top: 12px; text-align: center; }
.after a { display: inline-block; padding: 4px 8px; }

.notice { display: flex; gap: 8px; padding: 8px 12px; border: 1px solid; border-radius: 6px; }
.notice > div { color: var(--text); }
.notice .icon { margin-top: 3px; }
.notice a { color: inherit; }
.notice ul { padding-left: 16px; }
.notice.info { color: var(--link); background: var(--info-wash); }
.notice.success { color: var(--primary); background: var(--primary-wash); }
.notice.warning { color: var(--warning); background: var(--warning-wash); }
.notice.danger { color: var(--danger); background: var(--danger-wash); }

.message h1 { display: flex; align-items: flex-start; gap: 8px; }
.message h1 .icon { width: 20px; height: 20px; margin-top: 3px; }
.info > .icon { color: var(--link); }
.success > .icon { color: var(--primary); }
.warning > .icon { color: var(--warning); }
.danger > .icon { color: var(--danger); }
.message > p + p { margin-top: 20px; }

.rules { display: grid; grid-template-columns: repeat(auto-fill, minmax(132px, 1fr)); gap: 0 8px; list-style: none; }
.rules li::before { content: "·"; display: inline-block; width: 14px; font-weight: 700; }
.rules li.met { color: var(--primary); }
.rules li.met::before { content: "✓"; }
output { color: var(--text); font-weight: 500; }

.steps { display: flex; gap: 8px; list-style: none; counter-reset: step; color: var(--muted); font-size: 12px; }
.steps li { flex: 1; padding-top: 8px; border-top: 2px solid var(--line); counter-increment: step; }
.steps li::before { content: counter(step) " "; }
.steps [aria-current] { color: var(--text); font-weight: 600; border-color: var(--primary); }
.steps + h1 { margin-top: 20px; }
.apps { list-style: none; border-top: 1px solid var(--line); }
.apps li { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0; border-bottom: 1px solid var(--line); }
.binding { display: flex; align-items: center; gap: 16px; }
.qr { flex: none; width: 176px; background: #ffffff; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.qr svg { display: block; width: 100%; height: auto; }
.secret { margin-top: 4px; font-size: 14px; line-height: 1.8; }
.secret code { display: block; max-width: 10ch; }

.wide main { max-width: 720px; padding-top: 24px; }
.wide .sheet { padding: 20px 24px 8px; }
dl { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 24px; }
.sheet > * + dl { margin-top: 16px; }
dl div { display: grid; grid-template-columns: 88px 1fr; gap: 8px; }
dt { color: var(--muted); }
.action { display: flex; align-items: center; justify-content: space-between; gap: 12px 24px; padding: 12px 0; border-top: 1px solid var(--line); }
.sheet > .action { margin-top: 0; }
.sheet > dl + .action { margin-top: 20px; }
.action p { color: var(--muted); font-size: 12px; }
.controls { display: flex; flex: none; gap: 8px; }
.badge { display: inline-block; margin-left: 4px; padding: 0 8px; font-size: 12px; font-weight: 500; border: 1px solid; border-radius: 10px; line-height: 18px; }
.badge.on { color: var(--primary); }
.badge.off { color: var(--muted); }

.picture { display: none; }
@media (min-width: 960px) {
  .pictured main { display: grid; grid-template-columns: 492px 400px; max-width: none; justify-content: center; }
  .pictured .picture { display: block; width: 492px; height: 100%; min-height: 420px; max-height: 472px; object-fit: cover; border-radius: 6px 0 0 6px; }
  .pictured .picture + .sheet { display: flex; flex-direction: column; justify-content: center; margin: 0; border-left: 0; border-radius: 0 6px 6px 0; }
}

@media (max-width: 560px) {
  header { padding: 0 8px 0 16px; }
  .languages > * { padding: 10px 8px; }
  .field input { height: 44px; font-size: 16px; }
  .code input { font-size: 20px; }
  .reveal { width: 44px; }
  .check, .row a, .after a { min-height: 40px; display: inline-flex; align-items: center; }
  .button, .button.primary, .button.danger { min-height: 44px; }
  .button.primary, .button.danger { font-size: 15px; }
  main { padding: 8px 0 32px; }
  .sheet { padding: 20px 16px 24px; border-width: 1px 0; border-radius: 0; }
  .wide main { padding-top: 8px; }
  .wide .sheet { padding: 16px 16px 4px; }
  dl { grid-template-columns: 1fr; gap: 4px; }
  .action { flex-direction: column; align-items: stretch; }
  .controls > * { flex: 1; }
  .controls .button { width: 100%; }
}
@media (forced-colors: active) { .button, .notice { border-color: ButtonText; } }
@media print { header { display: none; } }
`
