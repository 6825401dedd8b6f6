import { cardFieldsWords } from './fields-words';

/**
 * What both kinds of fields share: the channel to the merchant's page, the style, the words, and the call that makes a
 * token. The page is whoever frames us; it is told states and tokens, never what is typed.
 */
const channel = String.raw`
  const { key, problem } = document.body.dataset;
  const words = ${JSON.stringify(cardFieldsWords)};
  const byId = (id) => document.getElementById(id);
  let say, port, fields, told = '';
  const tell = (type, facts) => port.postMessage({ type, ...facts });
  const failure = (code, more) => ({ code, message: say[code], ...more });
  const tellChange = (change) => {
    const text = JSON.stringify(change);
    if (text !== told) tell('change', change);
    told = text;
  };

  const isColor = (value) => /^(#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,20})$/i.test(value);
  const inPixels = (least, most) => (value) => typeof value === 'number' && value >= least && value <= most;
  const allowed = {
    theme: (value) => value === 'light' || value === 'dark',
    colorText: isColor, colorLabel: isColor, colorPlaceholder: isColor, colorBackground: isColor, colorBorder: isColor,
    colorFocus: isColor, colorError: isColor,
    fontFamily: (value) => /^[\w ,'"-]{1,100}$/.test(value),
    fontSize: inPixels(16, 24), borderRadius: inPixels(0, 24), fieldHeight: inPixels(44, 64),
  };
  const applied = {};
  const applyStyle = (style) => {
    for (const [name, value] of Object.entries(style || {})) {
      if (value === undefined) continue;
      if (!Object.hasOwn(allowed, name) || !allowed[name](value)) {
        tell('problem', { code: 'invalid_option', message: "Option 'style." + name.slice(0, 30) + "' is unknown or has a value that is not allowed" });
        continue;
      }
      applied[name] = value;
      if (name === 'theme') document.documentElement.dataset.theme = value;
      else document.documentElement.style.setProperty('--' + name, typeof value === 'number' ? value + 'px' : value);
    }
  };

  const codes = { CARD_NUMBER_INVALID: ['invalid_number', 'number'], CARD_EXPIRY_INVALID: ['invalid_expiry', 'expiry'], CARD_CVV_INVALID: ['invalid_cvv', 'cvv'], CARD_HOLDER_INVALID: ['invalid_holder_name', 'holderName'], PROVIDER_NOT_CONFIGURED: ['not_configured'] };
  const requestToken = async (body) => {
    let response, answer;
    try {
      response = await fetch('/v2/card-tokens', {
        method: 'POST', credentials: 'omit', referrerPolicy: 'no-referrer', signal: AbortSignal.timeout(30000),
        headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' }, body: JSON.stringify(body),
      });
      answer = await response.json();
    } catch {
      return { error: failure('unavailable') };
    }
    if (response.ok) {
      const { id, brand, lastFour, expiresAt } = answer.data;
      return { token: { id, brand, lastFour, expiresAt } };
    }
    const { status } = response;
    const [code, field] = codes[answer.code] ||
      [status === 401 ? 'invalid_key' : status === 429 ? 'too_many_requests' : status < 500 ? 'invalid_card' : 'unavailable'];
    const retryAfter = Number(response.headers.get('retry-after')) || undefined;
    return { error: failure(code, { field, retryAfter, requestId: response.headers.get('x-request-id') || undefined }) };
  };

  const asked = {
    focus: () => fields && fields.focus(),
    token: async ({ call, holderName }) => {
      const name = typeof holderName === 'string' ? holderName.trim() : '';
      const isName = name.length >= 2 && name.length <= 200 && name.replace(/\D/g, '').length < 12;
      const error = fields.refusal() || (!isName && failure('invalid_holder_name', { field: 'holderName' }));
      tell('answer', { call, ...(error ? { error } : await fields.createToken(name)) });
    },
  };
  const begin = ({ style, language }) => {
    const shown = Object.hasOwn(words, language) ? language : 'pt-BR';
    say = words[shown];
    document.documentElement.lang = shown;
    document.title = say.title;
    new ResizeObserver(() => tell('height', { height: Math.ceil(document.body.getBoundingClientRect().height) })).observe(document.body);
    applyStyle(style);
    if (problem) {
      byId('problem').textContent = say[problem];
      byId('problem').hidden = false;
      return tell('broken', failure(problem));
    }
    fields = mount(shown);
    if (fields) tell('ready');
  };
  if (parent !== window) {
    addEventListener('message', (event) => {
      if (port || event.source !== parent || event.data?.type !== 'pitanga:init' || !event.ports[0]) return;
      // The page that frames us, and no page inside or above it.
      const above = location.ancestorOrigins?.[0];
      if (event.origin === 'null' || (above && above !== event.origin)) return;
      port = event.ports[0];
      port.onmessage = ({ data }) => Object.hasOwn(asked, data.type) && asked[data.type](data);
      begin(event.data);
    });
    // Says nothing, so anyone may hear it; what follows goes through the channel that the page opens.
    parent.postMessage({ type: 'pitanga:hello' }, '*');
  }
`;

/** Mounts our own fields (dev mode) over the inputs of the page. */
const ownFields = String.raw`
  const elo = [[401178, 401179], [431274, 431274], [438935, 438935], [451416, 451416], [457393, 457393], [457631, 457632], [504175, 504175], [506699, 506778], [509000, 509999], [627780, 627780], [636297, 636297], [636368, 636368], [650031, 650033], [650035, 650051], [650405, 650439], [650485, 650538], [650541, 650598], [650700, 650718], [650720, 650727], [650901, 650978], [651652, 651679], [655000, 655019], [655021, 655058]];
  const isElo = (digits) => digits.length >= 6 && elo.some(([from, to]) => +digits.slice(0, 6) >= from && +digits.slice(0, 6) <= to);
  const brands = [
    ['ELO', 'Elo', isElo, [16]],
    ['HIPERCARD', 'Hipercard', (digits) => /^606282/.test(digits), [16]],
    ['VISA', 'Visa', (digits) => /^4/.test(digits), [16, 18, 19]],
    ['MASTERCARD', 'Mastercard', (digits) => /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits), [16]],
    ['AMEX', 'American Express', (digits) => /^3[47]/.test(digits), [15]],
    ['DINERS', 'Diners Club', (digits) => /^3(0[0-5]|[689])/.test(digits), [14, 16, 19]],
  ];
  const unknown = [null, '', , [12, 13, 14, 15, 16, 17, 18, 19]];
  const digitsOf = (text) => text.replace(/\D/g, '');
  const isLuhn = (digits) => [...digits].reverse().reduce((sum, digit, at) => {
    const weighted = at % 2 ? digit * 2 : +digit;
    return sum + (weighted > 9 ? weighted - 9 : weighted);
  }, 0) % 10 === 0;

  function mount(language) {
    const names = ['number', 'expiry', 'cvv'];
    const input = Object.fromEntries(names.map((name) => [name, byId(name)]));
    /** Fields whose problems the buyer is shown: those that were left. */
    const left = new Set();
    const number = () => digitsOf(input.number.value);
    const brand = () => brands.find(([, , begins]) => begins(number())) || unknown;
    const expiry = () => {
      const digits = digitsOf(input.expiry.value);
      return { digits, month: +digits.slice(0, 2), year: digits.length === 6 ? +digits.slice(2) : 2000 + +digits.slice(2) };
    };
    const check = {
      number: () => {
        const lengths = brand()[3];
        if (number().length < lengths[0]) return 'incomplete_number';
        return lengths.includes(number().length) && isLuhn(number()) ? null : 'invalid_number';
      },
      expiry: () => {
        const { digits, month, year } = expiry();
        if (digits.length !== 4 && digits.length !== 6) return 'incomplete_expiry';
        const now = new Date();
        if (month < 1 || month > 12 || year > now.getFullYear() + 20) return 'invalid_expiry';
        return year * 12 + month <= now.getFullYear() * 12 + now.getMonth() ? 'expired_card' : null;
      },
      cvv: () => (digitsOf(input.cvv.value).length < (brand()[0] === 'AMEX' ? 4 : 3) ? 'incomplete_cvv' : null),
    };
    const format = {
      number: (digits) => {
        const gaps = /^3(?!5)/.test(digits) ? /^(\d{4})(\d{1,6})?(\d+)?$/ : /(\d{4})(?=\d)/g;
        return digits.length <= 4 ? digits
          : gaps.global ? digits.replace(gaps, '$1 ') : gaps.exec(digits).slice(1).filter(Boolean).join(' ');
      },
      expiry: (digits) => {
        const full = digits.length === 1 && digits > '1' ? '0' + digits : digits.slice(0, 6);
        return full.length > 2 ? full.slice(0, 2) + '/' + full.slice(2) : full;
      },
      cvv: (digits) => digits.slice(0, 4),
    };
    const write = (name, isErasing) => {
      const field = input[name];
      const before = digitsOf(field.value.slice(0, field.selectionStart ?? field.value.length)).length;
      let digits = digitsOf(field.value);
      if (name === 'number') digits = digits.slice(0, 19);
      // What a buyer erases stays erased: 02 without its 2 is 0.
      const text = isErasing && name === 'expiry' && digits.length < 2 ? digits : format[name](digits);
      if (text === field.value) return;
      const isAtEnd = before === digitsOf(field.value).length;
      field.value = text;
      let at = 0;
      for (let seen = 0; at < text.length && seen < before; at += 1) if (/\d/.test(text[at])) seen += 1;
      if (document.activeElement === field) field.setSelectionRange(isAtEnd ? text.length : at, isAtEnd ? text.length : at);
    };
    const show = () => {
      byId('brand').textContent = brand()[1];
      let first = null;
      for (const name of names) {
        const code = left.has(name) ? check[name]() : null;
        first ??= code;
        const place = byId(name + '-problem');
        place.textContent = code ? say[code] : '';
        place.hidden = !code;
        if (code) input[name].setAttribute('aria-invalid', 'true');
        else input[name].removeAttribute('aria-invalid');
      }
      const empty = names.every((name) => input[name].value === '');
      tellChange({ complete: names.every((name) => !check[name]()), empty, brand: brand()[0], error: first });
    };
    for (const name of names) {
      byId(name + '-label').textContent = say[name];
      input[name].addEventListener('input', (event) => {
        write(name, /^delete/.test(event.inputType || ''));
        show();
      });
      input[name].addEventListener('blur', () => {
        if (input[name].value === '') left.delete(name);
        else left.add(name);
        show();
      });
    }
    input.expiry.placeholder = say.expiryShape;
    byId('fields').hidden = false;
    byId('fields').addEventListener('submit', (event) => event.preventDefault());
    const firstWrong = () => names.find((name) => check[name]());
    return {
      focus: () => input[firstWrong() || 'number'].focus(),
      refusal: () => {
        for (const name of names) left.add(name);
        show();
        const wrong = firstWrong();
        if (!wrong) return undefined;
        input[wrong].focus();
        return failure(check[wrong](), { field: wrong });
      },
      createToken: (holderName) => {
        const { month, year } = expiry();
        return requestToken({ number: number(), expMonth: month, expYear: year, cvv: digitsOf(input.cvv.value), holderName });
      },
    };
  }
`;

/** Mounts Stripe's fields: the card goes from them to Stripe, and we get the payment method that Stripe made of it. */
const stripeFields = String.raw`
  const stripeCodes = [[/expired|_past/, 'expired_card', 'expiry'], [/incomplete_number/, 'incomplete_number', 'number'], [/number|card_brand/, 'invalid_number', 'number'], [/incomplete_expiry/, 'incomplete_expiry', 'expiry'], [/expiry/, 'invalid_expiry', 'expiry'], [/incomplete_cvc/, 'incomplete_cvv', 'cvv'], [/cvc/, 'invalid_cvv', 'cvv']];
  const readCode = ({ code = '' }) => stripeCodes.find(([shape]) => shape.test(code)) || [, 'invalid_card'];
  const stripeBrands = { unknown: null, diners: 'DINERS' };

  function mount(language) {
    if (!window.Stripe) return tell('broken', failure('unavailable'));
    const stripe = window.Stripe(document.body.dataset.stripe, { locale: language });
    const { colorText: color, fontFamily, fontSize, colorPlaceholder, colorError } = applied;
    const base = { color, fontFamily, fontSize: fontSize && fontSize + 'px', '::placeholder': colorPlaceholder && { color: colorPlaceholder } };
    const card = stripe.elements().create('card', { hidePostalCode: true, style: { base, invalid: colorError ? { color: colorError } : {} } });
    let complete = false;
    const show = (text) => {
      byId('problem').textContent = text;
      byId('problem').hidden = !text;
    };
    card.on('change', (change) => {
      complete = change.complete;
      const brand = change.brand in stripeBrands ? stripeBrands[change.brand] : change.brand?.toUpperCase();
      show(change.error ? change.error.message : '');
      tellChange({ complete, empty: !!change.empty, brand: brand || null, error: change.error ? readCode(change.error)[1] : null });
    });
    byId('stripe').hidden = false;
    card.mount('#stripe');
    return {
      focus: () => card.focus(),
      refusal: () => {
        if (complete) return undefined;
        show(say.incomplete_number);
        card.focus();
        return failure('incomplete_number', { field: 'number' });
      },
      createToken: async (name) => {
        const { paymentMethod, error } = await stripe
          .createPaymentMethod({ type: 'card', card, billing_details: { name } })
          .catch(() => ({ error: { type: 'api_connection_error' } }));
        if (!error) return requestToken({ paymentMethod: paymentMethod.id, holderName: name });
        const [, code, field] = error.type === 'api_connection_error' ? [, 'unavailable'] : readCode(error);
        show(say[code]);
        return { error: failure(code, { field }) };
      },
    };
  }
`;

const scriptOf = (mounting: string): string => `(() => {\n  'use strict';${mounting}${channel}})();\n`;

/** The script of the frame with our own fields, and of one that only says why there are none. */
export const ownFieldsScript = scriptOf(ownFields);

/** The script of the frame with Stripe's fields. */
export const stripeFrameScript = scriptOf(stripeFields);
