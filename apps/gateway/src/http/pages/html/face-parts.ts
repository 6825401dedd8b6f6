import { html, type Html } from './html';
import type { InLanguages, Language } from '../words/language';
import type { Face } from './face';

const words: InLanguages<{ readonly help: string; readonly by: string; readonly other: string }> = {
  'pt-BR': { help: 'Dúvidas? Fale com a loja:', by: 'Pagamento processado pela Pitanga', other: 'English' },
  en: { help: 'Questions? Contact the store:', by: 'Payment processed by Pitanga', other: 'Português' },
};

/** Logo and name; the name is the page's heading. */
export function faceHeader({ name, logoUrl }: Face): Html {
  return html`<header>
    ${logoUrl && html`<img class="logo" src="${logoUrl}" alt="" width="48" height="48" referrerpolicy="no-referrer" />`}
    <h1>${name}</h1>
  </header>`;
}

/** Support, the processor, and the same page in the other language. */
export function pageFooter(face: Face | undefined, language: Language, otherAddress: string | undefined): Html {
  const { help, by, other } = words[language];
  const email = face?.supportEmail;
  return html`<footer>
    ${email === undefined ? undefined : html`<p>${help} <a href="mailto:${email}">${email}</a></p>`}
    ${face && html`<p>${by}</p>`}
    ${
      otherAddress &&
      html`<p><a href="${otherAddress}" lang="${language === 'en' ? 'pt-BR' : 'en'}" rel="nofollow">${other}</a></p>`
    }
  </footer>`;
}
