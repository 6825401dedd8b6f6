import { journey, type Bench } from '../bench';
import { aCheckout, payOutside } from '../till';

export const receiptWays = ['desktop light script pointer', 'phone dark plain keyboard'];

/** The receipt of a payment. */
export function receiptJourneys(bench: Bench): void {
  journey(bench, 'a receipt, printed on one page', receiptWays, async (visitor, { api }) => {
    const { id, url } = await aCheckout(api);
    await payOutside(api, id);
    await visitor.open(url);
    await visitor.press(visitor.link('Ver comprovante'));
    await visitor.sees('Comprovante de pagamento');
    await visitor.look('receipt');
    const pdf = (await visitor.page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
    // A4 in points.
    expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  });
}
