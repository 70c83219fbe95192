// A tower, its chain, and the deck on the way down. Reads at 16 px and on both themes.
export const logoSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#0e7a64"/>
<path d="M6 26V6h2.6v2.8h2.3V6h2.6v20z" fill="#fff"/>
<path d="M14.6 24.4 26 19.6" fill="none" stroke="#fff" stroke-width="3"/>
<path d="M13 9.6 25 19.6" fill="none" stroke="#fff" stroke-width="1.5"/>
</svg>
`
