import { toString as draw } from 'qrcode'

/** Made by qrSvg only, so that a page may place it as markup. */
export type QrSvg = string & { readonly of: 'qr-svg' }

export const qrSvg = async (text: string): Promise<QrSvg> =>
  (await draw(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })).trim() as QrSvg
