/**
 * A stand-in of Stripe.js with the surface that the payment page uses: `Stripe(key)`, `elements()`, `create('card')`,
 * `mount`, `on`, `createPaymentMethod`, and with a mode `create('expressCheckout')` and `submit`. The wallets that the browser
 * has are `walletsHere` of the window, a Google Pay where nothing says otherwise. Like the real one it mounts a frame of its own origin, so that the page never
 * sees the card number.
 */
export function stripeScript(origin: string): string {
  return `(() => {
  const origin = ${JSON.stringify(origin)};
  let next = 0;
  window.Stripe = (key) => {
    if (typeof key !== 'string' || !key.startsWith('pk_')) throw new Error('Stripe() needs a publishable key');
    const createElement = (kind) => {
      const listeners = {};
      const frame = document.createElement('iframe');
      frame.title = 'Secure card payment input frame';
      frame.name = '__privateStripeFrame' + (next += 1);
      frame.src = origin + (kind === 'card' ? '/v3/frame.html' : '/v3/wallet.html');
      frame.style.cssText = 'border:0;width:100%;height:100px';
      const calls = new Map();
      addEventListener('message', ({ origin: from, source, data }) => {
        if (from !== origin || source !== frame.contentWindow) return;
        if (data.event) for (const listener of listeners[data.event] ?? []) listener(data.detail);
        else calls.get(data.call)?.(data.answer);
      });
      return {
        frame,
        mount: (target) => {
          const place = typeof target === 'string' ? document.querySelector(target) : target;
          if (!place) throw new Error('no element to mount in');
          place.append(frame);
        },
        on: (event, listener) => (listeners[event] ??= []).push(listener),
        focus: () => frame.focus(),
        unmount: () => frame.remove(),
        destroy: () => frame.remove(),
        update: () => undefined,
        ask: (question) => new Promise((resolve) => {
          const call = (next += 1);
          calls.set(call, resolve);
          frame.contentWindow.postMessage({ call, key, ...question }, origin);
        }),
      };
    };
    const walletElements = (options) => {
      if (options.mode !== 'payment' || options.currency !== 'brl' || !Number.isInteger(options.amount)) throw new Error('options');
      const elements = {
        submit: () => Promise.resolve({}),
        create: (kind, { paymentMethods }) => {
          const button = createElement(kind);
          const offered = Object.keys(paymentMethods).filter((name) => paymentMethods[name] !== 'never');
          const here = Object.entries('walletsHere' in window ? window.walletsHere : { googlePay: true });
          const shown = here.filter(([name, has]) => has && offered.includes(name));
          const listeners = {};
          const tell = (event, detail) => { for (const listener of listeners[event] ?? []) listener(detail); };
          button.on('ready', () =>
            tell('ready', { availablePaymentMethods: shown.length ? Object.fromEntries(shown) : undefined }));
          button.on('press', () =>
            tell('click', {
              resolve: () => tell('confirm', { paymentFailed: () => undefined }),
              reject: () => undefined,
            }));
          elements.button = button;
          return { mount: button.mount, on: (event, listener) => (listeners[event] ??= []).push(listener) };
        },
      };
      return elements;
    };
    return {
      elements: (options) => (options ? walletElements(options) : { create: createElement, getElement: () => null }),
      createPaymentMethod: ({ type, card, billing_details: billing, elements }) =>
        elements ? elements.button.ask({ type: 'card' }) : card.ask({ type, billing }),
    };
  };
})();
`;
}

/** The page of the frame: it takes the card and sends it to Stripe itself. */
export const stripeFrame = `<!doctype html><html lang="pt-BR"><title>card</title><body>
<form>
<input name="cardnumber" inputmode="numeric" autocomplete="cc-number" placeholder="Número do cartão" aria-label="Número do cartão">
<input name="exp-date" autocomplete="cc-exp" placeholder="MM / AA" aria-label="Validade">
<input name="cvc" autocomplete="cc-csc" placeholder="CVC" aria-label="CVC">
</form>
<script src="/v3/frame.js"></script></body></html>`;

export const stripeFrameScript = `(() => {
  const { cardnumber, cvc } = document.forms[0].elements;
  const date = document.forms[0].elements['exp-date'];
  const tell = (message) => parent.postMessage(message, '*');
  document.forms[0].addEventListener('input', () => {
    const complete = cardnumber.value.replace(/\\D/g, '').length >= 15 && /\\d+\\s*\\/\\s*\\d+/.test(date.value) && cvc.value.length >= 3;
    tell({ event: 'change', detail: { complete, empty: cardnumber.value === '', error: undefined } });
  });
  addEventListener('message', async ({ data: { call, key, type, billing } }) => {
    const [month, year] = date.value.split('/').map((part) => part.trim());
    const body = new URLSearchParams({
      type,
      'card[number]': cardnumber.value.replace(/\\D/g, ''),
      'card[exp_month]': month ?? '',
      'card[exp_year]': year?.length === 2 ? '20' + year : (year ?? ''),
      'card[cvc]': cvc.value,
    });
    if (billing?.name) body.set('billing_details[name]', billing.name);
    const response = await fetch('/v1/payment_methods', { method: 'POST', headers: { authorization: 'Bearer ' + key }, body });
    const answer = await response.json();
    tell({ call, answer: response.ok ? { paymentMethod: answer } : { error: answer.error } });
  });
  tell({ event: 'ready', detail: {} });
})();
`;

/** The page of the frame with the wallet's button, as of a browser that has Google Pay. */
export const stripeWallet = `<!doctype html><html lang="pt-BR"><title>wallet</title><body>
<main><button type="button">Pagar com Google Pay</button></main>
<script src="/v3/wallet.js"></script></body></html>`;

export const stripeWalletScript = `(() => {
  const tell = (message) => parent.postMessage(message, '*');
  document.querySelector('button').addEventListener('click', () => tell({ event: 'press', detail: {} }));
  addEventListener('message', async ({ data: { call, key, type } }) => {
    const body = new URLSearchParams({
      type,
      'card[number]': '4242424242424242',
      'card[exp_month]': '12',
      'card[exp_year]': '2039',
      'card[cvc]': '739',
      'card[wallet]': 'google_pay',
    });
    const response = await fetch('/v1/payment_methods', { method: 'POST', headers: { authorization: 'Bearer ' + key }, body });
    const answer = await response.json();
    tell({ call, answer: response.ok ? { paymentMethod: answer } : { error: answer.error } });
  });
  tell({ event: 'ready', detail: {} });
})();
`;

/** The page of a card's issuer for 3-D Secure. */
export function issuerPage(id: string): string {
  return `<!doctype html><html lang="en"><title>3-D Secure</title><body>
<form method="post" action="/3ds/${id}"><button name="outcome" value="complete">Complete</button>
<button name="outcome" value="fail">Fail</button></form></body></html>`;
}
