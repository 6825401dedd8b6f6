import { createElement } from 'react';
import { UtmCard } from '../src/pages/charges/charge-facts';
import { render } from './render';

const none = { source: null, medium: null, campaign: null, term: null, content: null };

describe('where the buyer of a charge came from', () => {
  const draw = (charge: object) => render(createElement(UtmCard, { charge: charge as never }));

  it('is shown by the names of the address, without those that say nothing', async () => {
    const html = await draw({ utms: { ...none, campaign: '<natal>' }, src: null, sck: 'clique-1' });
    for (const shown of ['Parâmetros UTM', 'utm_campaign', '&lt;natal&gt;', 'sck', 'clique-1']) {
      expect(html).toContain(shown);
    }
    expect(html).not.toContain('utm_source');
  });

  it('is no card where nothing said so', async () => {
    expect(await draw({ utms: null, src: null, sck: null })).not.toContain('UTM');
  });
});
