export { Html, html, type Piece, trusted } from '../../../platform/http/html.ts'
