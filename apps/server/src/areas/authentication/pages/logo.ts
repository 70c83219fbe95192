// A tower, its chain and the half-raised deck over the moat. Reads at 16 px and on both themes.
export const logoSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#0e7a64"/>
<path d="M6 25V8h2.5v2h2V8h2v2h2V8H17v17z" fill="#fff"/>
<path d="M16 12.5 26 12" fill="none" stroke="#fff" stroke-width="1.5" stroke-dasharray="1.5 1.2"/>
<path d="M17 23 26.5 12.5" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>
</svg>
`
