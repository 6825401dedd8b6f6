/** Beside the style of all pages: sections, the code, and one A4 page when printed. */
export const receiptStyle = `
main h2 { margin: 0; } h3 { margin: 24px 0 6px; font-size: 14px; color: var(--soft); }
dl { border-top: 1px solid var(--line); } dd { min-width: 40%; } .codebox { margin: 20px 0 16px; padding: 12px; border: 1px solid var(--line); border-radius: 10px; text-align: center; font-size: 14px; overflow-wrap: anywhere; }
.codebox strong { display: block; margin: 4px 0; font: 600 18px/1.4 ui-monospace, monospace; letter-spacing: .02em; }
.codebox p { margin: 0; color: var(--soft); } .printed { display: none; }
@media print {
@page { size: A4; margin: 14mm; }
:root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --card: #fff; --back: #fff; --brand: #000; --good: #000; --wait: #000; }
body { padding: 0; background: #fff; font-size: 11px; line-height: 1.35; } main { max-width: none; padding: 0; border: 0; border-radius: 0; }
.total { margin: 2px 0 8px; font-size: 26px; } .state { margin: 0 0 8px; font-size: 12px; } h3 { margin: 9px 0 0; font-size: 11px; break-after: avoid; }
li, dl div { padding: 2px 0; break-inside: avoid; } ul { margin: 0; } .codebox { margin: 10px 0 0; padding: 6px; font-size: 11px; break-inside: avoid; } header { margin: 0 0 4px; } li, dd { max-height: 4.2em; overflow: hidden; }
.button, footer a, .screen { display: none; } .printed { display: block; } footer { margin-top: 8px; max-width: none; font-size: 11px; } footer p:has(a[lang]) { display: none; } footer a:not([lang]) { display: inline; text-decoration: none; }
}
`;
