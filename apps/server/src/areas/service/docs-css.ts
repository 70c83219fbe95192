// Served at /core/static/docs.css. The colours are the console's tokens.
export const docsCss = `:root {
  color-scheme: light dark;
  --primary: #0e7a64; --danger: #c8324a; --warning: #b54708; --link: #1d6fb8; --text: #1f2937; --muted: #5b6573;
  --page: #f5f6f7; --surface: #ffffff; --line: #e3e6ea; --edge: #858f9b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --primary: #34c3a3; --danger: #ff7b8a; --warning: #f5b556; --link: #6cb6ff; --text: #e6eaee; --muted: #9aa6b2;
    --page: #0f1419; --surface: #151b22; --line: #2a333d; --edge: #6b7784;
  }
}

*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--page); color: var(--text); overflow-wrap: anywhere;
  font: 13px/1.6 -apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
}
h1, h2, p, ul, dl, dd { margin: 0; padding: 0; }
h1 { font-size: 18px; line-height: 1.4; font-weight: 600; }
h2 { font-size: 15px; font-weight: 600; }
ul { list-style: none; }
a { color: var(--link); text-underline-offset: 3px; text-decoration-thickness: 1px; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: 12px; }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 8px; top: 8px; padding: 8px 12px; background: var(--surface); }

header {
  position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 16px; min-height: 48px; padding: 4px 16px;
  background: var(--surface); border-bottom: 1px solid var(--line);
}
header .brand { color: inherit; font-size: 15px; font-weight: 600; text-decoration: none; white-space: nowrap; }
header form { display: flex; flex: 1; gap: 8px; max-width: 480px; }
input[type=search] {
  flex: 1; min-width: 0; height: 40px; padding: 0 12px; color: inherit; font: inherit; background: var(--page);
  border: 1px solid var(--edge); border-radius: 6px;
}
button {
  height: 40px; padding: 0 16px; color: #ffffff; font: inherit; background: #0e7a64; border: 0; border-radius: 6px; cursor: pointer;
}
header nav { margin-left: auto; display: flex; gap: 4px; white-space: nowrap; }
header nav a { padding: 10px 8px; text-decoration: none; }
header nav [aria-current] { color: var(--text); font-weight: 600; }

.layout { display: grid; grid-template-columns: 220px minmax(0, 1fr); gap: 24px; max-width: 1440px; margin: 0 auto; padding: 24px 16px 48px; }
.areas li a { display: flex; justify-content: space-between; padding: 8px 12px; color: inherit; text-decoration: none; border-left: 2px solid transparent; }
.areas a:hover { color: var(--link); }
.areas [aria-current] { border-color: var(--primary); font-weight: 600; }
.areas small { color: var(--muted); font-variant-numeric: tabular-nums; }
main > * + * { margin-top: 16px; }
main > section > * + * { margin-top: 8px; }
.muted { color: var(--muted); }

.operation { background: var(--surface); border: 1px solid var(--line); border-radius: 6px; }
.operation + .operation { margin-top: 8px; }
.operation > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 12px; padding: 10px 12px; cursor: pointer; }
.operation > summary .what { color: var(--muted); }
.operation[open] > summary { border-bottom: 1px solid var(--line); }
.operation .inside { padding: 12px; }
.inside > * + * { margin-top: 12px; }
.inside h2 { font-size: 13px; }
.method { min-width: 64px; font-weight: 600; color: var(--link); }
.method.post { color: var(--primary); }
.method.put, .method.patch { color: var(--warning); }
.method.delete { color: var(--danger); }
.method.options { color: var(--muted); }
.badge { padding: 0 8px; border: 1px solid var(--line); border-radius: 6px; color: var(--muted); font-size: 12px; }

.scroll { overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 6px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px 12px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
tr:last-child > td { border-bottom: 0; }
thead th { color: var(--muted); font-size: 12px; font-weight: 500; white-space: nowrap; }
td:not(:last-child) { white-space: nowrap; }
td:last-child { min-width: 160px; }
.must { color: var(--danger); }

@media (max-width: 991px) {
  header { flex-wrap: wrap; }
  header form { order: 3; flex-basis: 100%; max-width: none; }
  .layout { grid-template-columns: minmax(0, 1fr); }
  .areas ul { display: flex; flex-wrap: wrap; }
  .areas li a { gap: 8px; min-height: 40px; }
}
`
