import { waitFor } from '@pitanga/testing';
import { aCpf } from '../../api';
import { journey, type Bench } from '../bench';
import { aCheckout, payOutside } from '../till';

export const payoutWays = ['phone light plain pointer', 'desktop dark script keyboard'];
export const mailWays = ['phone dark plain pointer', 'desktop light plain keyboard'];

/** What people are handed after a payment: receipts of money that went out, and mail. */
export function paperJourneys(bench: Bench): void {
  journey(bench, 'the receipt of a payout', payoutWays, async (visitor, { api }) => {
    await payOutside(api, (await aCheckout(api, { methods: ['PIX'] })).id);
    const order = { externalId: `out-${aCpf()}`, amount: 1_500, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' };
    await waitFor('the money', async () => (await api.post('/v2/pix/send', order)).status === 200);
    const { receiptUrl } = await waitFor('the payout', async () => {
      const { data } = (await api.get(`/v2/pix/get?externalId=${order.externalId}`)).json;
      return data?.status === 'COMPLETE' && data;
    });
    await visitor.open(receiptUrl);
    await visitor.sees('R$ 14,20');
    await visitor.look('payout-receipt');
    await visitor.press(visitor.link('Verificar autenticidade'));
    await visitor.sees('Comprovante autêntico');
    await visitor.look('receipt-genuine');
    const { searchParams } = new URL(visitor.page.url());
    await visitor.press(visitor.link('Verificar outro comprovante'));
    await visitor.look('receipt-check');
    await visitor.type(visitor.field('ID da cobrança ou do pagamento'), searchParams.get('id') ?? '');
    await visitor.type(visitor.field('Código de autenticação'), '0000-0000-0000-0000');
    await visitor.press(visitor.button('Verificar'));
    await visitor.page.getByRole('alert').waitFor();
    await visitor.look('receipt-unknown');
  });

  journey(bench, 'the mail that a payment caused', mailWays, async (visitor, { api, platform }) => {
    const email = `ana-${aCpf()}@example.com`;
    const customer = { name: 'Ana Souza', email, cellphone: '11999998888', taxId: aCpf() };
    await payOutside(api, (await aCheckout(api, { customer })).id);
    const mine = visitor.page.getByRole('link').filter({ hasText: email });
    await waitFor('the mail', async () => {
      await visitor.open(`${platform.baseUrl}/dev/mail`);
      return (await mine.count()) > 0;
    });
    await visitor.look('dev-mail');
    await visitor.press(mine.first());
    await visitor.page.getByRole('heading', { level: 2, name: 'Texto' }).waitFor();
    await visitor.look('dev-mail-open');
    await visitor.page.frameLocator('iframe').getByText('R$ 259,80').first().waitFor();
  });
}
