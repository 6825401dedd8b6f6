import type { MailLanguage } from '../mails/mail';
import type { Letter } from './letter';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/**
 * Colours stand in the style sheet and again in each element, because some clients drop the one or the other. The sheet
 * turns them dark where the client does; where it does not, both themes read well on their own background.
 */
const css = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .back { background: #141418 !important; }
  .card { background: #1f1f25 !important; border-color: #34343c !important; }
  .ink { color: #f2f2f5 !important; }
  .soft { color: #b4b4be !important; }
  .line { border-color: #34343c !important; }
  .code { background: #141418 !important; color: #f2f2f5 !important; border-color: #34343c !important; }
  .button { background: #ff6b7d !important; color: #1f1f25 !important; }
}`;

const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

export function letterHtml(letter: Letter, language: MailLanguage): string {
  const { subject, preview, from, heading, paragraphs, rows, code, button, link, footer, optOut } = letter;
  const parts = [
    `<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#1d1d22">${escape(heading)}</h1>`,
    ...paragraphs.map((text) => `<p class="ink" style="margin:0 0 12px;color:#1d1d22">${escape(text)}</p>`),
    ...rows.map(rowHtml),
    ...(code ? [codeHtml(code)] : []),
    ...(button ? [buttonHtml(button)] : []),
    ...(link ? [linkHtml(link)] : []),
  ];
  const end = [
    ...footer.map((text) => `<p class="soft" style="margin:0 0 4px;color:#63636e">${escape(text)}</p>`),
    ...(optOut
      ? [
          `<p class="soft" style="margin:8px 0 0"><a class="soft" href="${escape(optOut.url)}" style="color:#63636e">${escape(optOut.label)}</a></p>`,
        ]
      : []),
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>${css}</style>
</head>
<body class="back" style="margin:0;padding:24px 12px;background:#f4f4f7;${font};font-size:16px;line-height:1.5">
<div style="display:none;max-height:0;overflow:hidden">${escape(preview)}</div>
${from === undefined ? '' : fromHtml(from)}<div class="card" role="article" lang="${language}" style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e3e3e8;border-radius:16px">
${parts.join('\n')}
</div>
<div style="max-width:520px;margin:16px auto 0;padding:0 24px;font-size:13px">
${end.join('\n')}
</div>
</body>
</html>
`;
}

function fromHtml(from: string): string {
  return `<p class="ink" style="max-width:520px;margin:0 auto 12px;padding:0 24px;color:#1d1d22;font-weight:600;overflow-wrap:anywhere">${escape(from)}</p>
`;
}

function rowHtml([label, value]: Letter['rows'][number]): string {
  return `<p class="line" style="margin:0;padding:10px 0;border-top:1px solid #e3e3e8"><span class="soft" style="display:block;font-size:13px;color:#63636e">${escape(label)}</span><strong class="ink" style="color:#1d1d22;overflow-wrap:anywhere">${escape(value)}</strong></p>`;
}

function codeHtml({ label, text }: NonNullable<Letter['code']>): string {
  return `<p class="soft" style="margin:12px 0 4px;font-size:13px;color:#63636e">${escape(label)}</p>
<p class="code" style="margin:0 0 12px;padding:12px;background:#f4f4f7;border:1px solid #e3e3e8;border-radius:8px;color:#1d1d22;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px;overflow-wrap:anywhere">${escape(text)}</p>`;
}

function buttonHtml({ label, url }: NonNullable<Letter['button']>): string {
  return `<p style="margin:20px 0 0"><a class="button" href="${escape(url)}" style="display:inline-block;padding:12px 20px;background:#c0263b;color:#ffffff;border-radius:10px;font-weight:600;text-decoration:none">${escape(label)}</a></p>`;
}

function linkHtml({ label, url }: NonNullable<Letter['link']>): string {
  return `<p style="margin:16px 0 0"><a class="ink" href="${escape(url)}" style="color:#1d1d22">${escape(label)}</a></p>`;
}

/** The same in plain text: what a client without HTML shows, and what a search finds. */
export function letterText({ heading, paragraphs, rows, code, button, link, footer, optOut }: Letter): string {
  const blocks = [
    heading,
    ...paragraphs,
    rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
    code ? `${code.label}:\n${code.text}` : '',
    button ? `${button.label}:\n${button.url}` : '',
    link ? `${link.label}:\n${link.url}` : '',
    `--\n${footer.join('\n')}`,
    optOut ? `${optOut.label}:\n${optOut.url}` : '',
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
