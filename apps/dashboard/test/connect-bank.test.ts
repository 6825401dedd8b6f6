import { createElement } from 'react';
import { ConnectForm } from '../src/pages/settings/providers/connect-form';
import { render } from './render';

type Before = NonNullable<Parameters<typeof ConnectForm>[0]['before']>;
const draw = (settings: Before['settings']) =>
  render(createElement(ConnectForm, { provider: 'BACEN_PIX', before: { settings } }));
const labelsIn = (html: string): readonly string[] =>
  [...html.matchAll(/<label[^>]*>([^<]+)/g)].map(([, label = '']) => label.trim());

describe('the form of a Pix account', () => {
  it('offers every bank by its name', async () => {
    const html = await draw({ bank: 'EFI' });
    for (const name of ['Banco do Brasil', 'Bradesco', 'C6', 'Caixa', 'Efí', 'Inter', 'Itaú', 'Santander', 'Sicoob']) {
      expect(html).toContain(`>${name}</option>`);
    }
    expect(html).toContain('>Outro banco</option>');
  });

  it('asks for what the bank wants', async () => {
    const [sicoob, caixa] = [labelsIn(await draw({ bank: 'SICOOB' })), labelsIn(await draw({ bank: 'CAIXA' }))];
    expect(sicoob.slice(0, 4)).toEqual([
      'Banco',
      'Client ID',
      'Chave Pix da loja',
      'Certificado do banco (.p12 ou .pfx)',
    ]);
    expect(caixa.slice(0, 3)).toEqual(['Banco', 'Endereço da API', 'Endereço do token']);
    expect(await draw({ bank: 'CAIXA' })).toContain('Ainda não testado');
  });
});
