import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { waitFor } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { clientOf, type Client } from '../api';
import { joinPlatform } from '../use-platform';
import { launchBrowser } from './chromium';
import { spyScript, startMerchantSite, type MerchantSite } from './merchant-site';

/** Hipercard: few of its digits repeat, so that a part of it is found. */
const number = '6062825624254001';
const cvv = '739';
const expiry = '1239';

interface Heard {
  readonly kind: string;
  readonly text: string;
}

describe('card fields on a page of another origin', () => {
  let platform: SharedPlatform;
  let api: Client;
  let site: MerchantSite;
  let browser: Browser;
  let page: Page;
  let asked: { readonly url: string; readonly body: string }[];

  beforeAll(async () => {
    platform = await joinPlatform();
    api = clientOf(platform.demo);
    const { publicKey } = platform.demo;
    site = await startMerchantSite(api, { baseUrl: platform.baseUrl, publicKey, spy: spyScript });
    browser = await launchBrowser();
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });
  beforeEach(async () => {
    asked = [];
    page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    page.on('request', (request) => asked.push({ url: request.url(), body: request.postData() ?? '' }));
    await page.goto(site.origin);
    await fields().getByLabel('Número do cartão').waitFor();
  });
  afterEach(() => page.context().close());

  const fields = (): FrameLocator => page.frameLocator('iframe');
  const heard = (): Promise<Heard[]> => page.evaluate('window.heard');
  const typeCard = async (digits = number): Promise<void> => {
    await fields().getByLabel('Número do cartão').fill('');
    await page.keyboard.type(digits);
    await page.keyboard.press('Tab');
    await page.keyboard.type(expiry);
    await page.keyboard.press('Tab');
    await page.keyboard.type(cvv);
  };

  it('take a card, and the page that listens to everything hears no digit of it', async () => {
    await page.getByLabel('Nome impresso no cartão').fill('ANA SOUZA');
    // The page's own field is left.
    await fields().getByLabel('Número do cartão').click();
    const before = (await heard()).filter(({ kind }) => kind === 'typing').length;
    await typeCard();
    expect((await heard()).filter(({ kind }) => kind === 'typing').slice(before)).toEqual([]);
    await page.getByRole('button', { name: 'Pagar' }).click();
    await page.getByText('Pago', { exact: true }).waitFor();

    const all = await heard();
    const text = all.map((entry) => entry.text).join('\n');
    for (const part of partsOf(number)) expect(text.replaceAll(/[ -]/g, '')).not.toContain(part);
    const said = all.filter(({ kind }) => kind === 'port').map((entry) => JSON.parse(entry.text) as { type: string });
    const changes = said.filter(({ type }) => type === 'change');
    expect(changes.at(-1)).toEqual({ type: 'change', complete: true, empty: false, brand: 'HIPERCARD', error: null });
    expect(JSON.stringify(changes)).not.toMatch(/\d/);
    // What it does hear, so that the test would notice a digit: the channel, the page itself and what was loaded.
    const kinds = new Set(all.map(({ kind }) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(['message', 'port', 'said', 'page', 'performance', 'fetch']));
    expect(said.find(({ type }) => type === 'answer')).toMatchObject({
      token: { id: expect.stringMatching(/^ctok_/) as string, brand: 'HIPERCARD', lastFour: '4001' },
    });
    expect(new Set(await page.evaluate<string[]>('window.reachIn()'))).toEqual(new Set(['SecurityError', 'TypeError']));

    expect(site.seen.join('\n')).not.toContain(number);
    const withCard = asked.filter(({ url, body }) => url.includes(number) || body.includes(number));
    expect(withCard.map(({ url }) => url)).toEqual([`${platform.baseUrl}/v2/card-tokens`]);
    for (const text of logsOf(platform.logs)) expect(text).not.toContain(number);
  });

  it('work in the example of React', async () => {
    await page.goto(`${site.origin}/react`);
    await page.getByLabel('Nome impresso no cartão').fill('ANA SOUZA');
    await typeCard();
    await page.getByRole('button', { name: 'Pagar' }).click();
    await page.getByText('PAID', { exact: true }).waitFor();
  });

  it('answer to the words of abacatepay.js: create, mount and tokenize, and to what a page does wrong with them', async () => {
    const { publicKey } = platform.demo;
    const refused =
      await page.evaluate(`[{ amount: 5000 }, { publicKey: '${publicKey}', amount: 99 }].map((options) => {
      try { AbacatePay.create(options); } catch ({ code, message }) { return code + ' ' + message; }
    })`);
    expect(refused).toEqual([
      "invalid_option Option 'publicKey' is required",
      "invalid_option Option 'amount' should be centavos, at least 100",
    ]);
    const early = await page.evaluate(`(() => {
      fields.unmount();
      window.told = [];
      const onError = ({ code }) => told.push(code);
      window.checkout = AbacatePay.create({ publicKey: '${publicKey}', amount: 5000, onReady: () => told.push('ready'), callbacks: { onError } });
      return checkout.tokenize().catch(({ code }) => code);
    })()`);
    expect(early).toBe('invalid_option');
    await page.evaluate(`checkout.mount('#card')`);
    // Mounted again, what was there is replaced.
    await page.evaluate(`checkout.mount(document.querySelector('#card'))`);
    expect(await page.locator('iframe').count()).toBe(1);
    await typeCard();
    const tokenize = `checkout.tokenize().catch(({ code }) => code)`;
    expect(await page.evaluate(tokenize)).toBe('invalid_holder_name');
    const holder = page.locator('#card').getByLabel('Nome impresso no cartão');
    expect(await holder.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
    await holder.fill('ANA SOUZA');
    const token = await page.evaluate<string>(tokenize);
    expect(token).toMatch(/^ctok_/);
    const { json } = await api.post('/v2/transparents/create', { method: 'CARD', data: { amount: 5_000, token } });
    expect(json.data).toMatchObject({ status: 'PAID', lastFour: '4001' });
    expect(await page.evaluate('told')).toEqual(['invalid_option', 'ready', 'ready', 'invalid_holder_name']);
    await page.evaluate('checkout.unmount()');
    expect(await page.locator('#card').innerHTML()).toBe('');
  });

  it('write the number in groups, name its brand, and say what is wrong when a field is left', async () => {
    const field = (label: string) => fields().getByLabel(label, { exact: true });
    await typeCard('378282246310005');
    expect(await field('Número do cartão').inputValue()).toBe('3782 822463 10005');
    await fields().getByText('American Express').waitFor();
    expect(await field('Validade').inputValue()).toBe('12/39');
    await field('Número do cartão').fill('4242 4242 4242 4241');
    await field('Validade').fill('0120');
    await field('Código de segurança').click();
    await fields().getByText('Este número de cartão não existe. Confira os dígitos.').waitFor();
    await fields().getByText('Este cartão está vencido.').waitFor();
    expect(await field('Número do cartão').getAttribute('aria-invalid')).toBe('true');
    await field('Número do cartão').fill('4242424242424242');
    expect(await field('Número do cartão').getAttribute('aria-invalid')).toBeNull();
    expect(await field('Número do cartão').getAttribute('autocomplete')).toBe('cc-number');
  });

  it('keep the caret where the buyer types, and let what is erased stay erased', async () => {
    const field = fields().getByLabel('Número do cartão');
    await field.click();
    await page.keyboard.type('42424242');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('9');
    expect(await field.inputValue()).toBe('4242 9424 2');
    await page.keyboard.type('8');
    expect(await field.inputValue()).toBe('4242 9842 42');
    const expiryField = fields().getByLabel('Validade');
    await expiryField.click();
    await page.keyboard.type('539');
    expect(await expiryField.inputValue()).toBe('05/39');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('Backspace');
    expect(await expiryField.inputValue()).toBe('');
  });

  it('refuse a card that is not complete with the field’s name, and go to it', async () => {
    await page.getByLabel('Nome impresso no cartão').fill('ANA SOUZA');
    await fields().getByLabel('Número do cartão').fill('4242424242424242');
    const refusal = await tokenOf('ANA SOUZA');
    expect(refusal).toMatchObject({ name: 'PitangaError', code: 'incomplete_expiry', field: 'expiry' });
    expect(
      await fields()
        .getByLabel('Validade')
        .evaluate((input) => input === input.ownerDocument.activeElement),
    ).toBe(true);
    await typeCard('4242424242424242');
    expect(await tokenOf('A')).toMatchObject({ code: 'invalid_holder_name', field: 'holderName' });
    expect(await tokenOf('ANA SOUZA')).toMatchObject({ brand: 'VISA', lastFour: '4242' });
  });

  it('make one token for calls that overlap', async () => {
    await typeCard();
    const ids = await page.evaluate(
      `Promise.all([1, 2, 3].map(() => fields.createToken({ holderName: 'ANA SOUZA' }))).then((all) => all.map(({ id }) => id))`,
    );
    expect(new Set(ids as string[]).size).toBe(1);
    expect(asked.filter(({ url }) => url.endsWith('/v2/card-tokens'))).toHaveLength(1);
  });

  it('hear nobody but the page and the frame: other windows cannot open the channel or speak on it', async () => {
    const told = await page.evaluate(`new Promise((resolve) => {
      const all = [];
      fields.on('change', (change) => all.push(change));
      const frame = document.createElement('iframe');
      frame.srcdoc = \`<script>
        parent.postMessage({ type: 'pitanga:hello' }, '*');
        parent.postMessage({ type: 'change', complete: true }, '*');
        parent.frames[0].postMessage({ type: 'pitanga:init', language: 'en' }, '*', [new MessageChannel().port1]);
        parent.postMessage('done', '*');
      </script>\`;
      addEventListener('message', ({ data }) => data === 'done' && setTimeout(() => resolve(all), 0));
      document.body.append(frame);
    })`);
    expect(told).toEqual([]);
    const english = page.locator('iframe').first().contentFrame().getByLabel('Card number');
    expect(await english.count()).toBe(0);
    await page.evaluate(
      `document.querySelector('iframe').contentWindow.postMessage({ type: 'pitanga:init', language: 'en' }, '*', [new MessageChannel().port1])`,
    );
    await page.locator('iframe').first().contentFrame().getByLabel('Número do cartão').fill('4242');
    expect(await english.count()).toBe(0);
  });

  it('say what is wrong with a key and with an option, and take none of the latter that could load or hide anything', async () => {
    const problems = (key: string, style: object) =>
      page.evaluate(`new Promise((resolve) => {
        fields.unmount();
        const all = [];
        const again = Pitanga(${JSON.stringify(key)}).cardFields({ element: '#card', language: 'en', style: ${JSON.stringify(style)} });
        window.fields2 = again;
        again.on('error', ({ code, message }) => { all.push(code + ' ' + message); if (code === 'invalid_key') resolve(all); });
        again.on('ready', () => resolve(all));
      })`);
    const unknown = `${platform.demo.publicKey.slice(0, -1)}${platform.demo.publicKey.endsWith('a') ? 'b' : 'a'}`;
    expect(await problems(unknown, {})).toEqual(['invalid_key The card form is not available in this store.']);
    await page.evaluate('window.fields2.unmount()');
    const refused = await problems(platform.demo.publicKey, {
      colorText: 'url(https://evil.example/)',
      fontFamily: 'x;background:url(//evil.example)',
      fontSize: 4,
      backgroundImage: 'x',
      colorBackground: '#102030',
      fieldHeight: 60,
    });
    expect(refused).toEqual(
      ['colorText', 'fontFamily', 'fontSize', 'backgroundImage'].map(
        (name) => `invalid_option Option 'style.${name}' is unknown or has a value that is not allowed`,
      ),
    );
    const input = fields().getByLabel('Card number');
    const shown = await input.evaluate((element) => {
      const { backgroundColor, height } = element.ownerDocument.defaultView!.getComputedStyle(element);
      return [backgroundColor, height];
    });
    expect(shown).toEqual(['rgb(16, 32, 48)', '60px']);
  });

  it('are gone after unmount, and a token that was asked for is refused', async () => {
    await typeCard();
    const outcome = await page.evaluate(`(() => {
      const token = fields.createToken({ holderName: 'ANA SOUZA' }).catch(({ code }) => code);
      fields.unmount();
      return token;
    })()`);
    expect(outcome).toBe('unmounted');
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await tokenOf('ANA SOUZA')).toMatchObject({ code: 'unmounted' });
  });

  it('can be used by everyone: no violation, targets of 44 px, the whole height without a scroll bar', async () => {
    await fields().getByLabel('Número do cartão').fill('4242');
    await fields().getByLabel('Validade').click();
    await fields().getByText('Digite o número do cartão.').waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    for (const label of ['Número do cartão', 'Validade', 'Código de segurança']) {
      const box = await fields().getByLabel(label).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
    await waitFor('the frame as high as its content', async () =>
      fields()
        .locator('body')
        .evaluate(({ ownerDocument: { documentElement: root } }) => root.scrollHeight <= root.clientHeight),
    );
  });

  const tokenOf = (holderName: string): Promise<unknown> =>
    page.evaluate(
      `fields.createToken({ holderName: ${JSON.stringify(holderName)} }).catch(({ name, code, field }) => ({ name, code, field }))`,
    );
});

/** Every run of eight digits: fewer may stand in a time of the page by chance. */
function partsOf(digits: string): readonly string[] {
  return Array.from({ length: digits.length - 7 }, (_, start) => digits.slice(start, start + 8));
}

function logsOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'));
}
