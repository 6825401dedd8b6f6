/**
 * The script that a merchant's page loads, as release 1.0.0. It mounts the card fields in a frame of our origin and passes on what the frame
 * says, through a channel that only the two share; what a buyer types stays in the frame.
 */
export const pitangaScript = String.raw`(() => {
  'use strict';
  const origin = new URL(document.currentScript.src).origin;
  const startMs = 20000;
  const tokenMs = 40000;
  const helloMs = 15000;

  class PitangaError extends Error {
    constructor({ code, message, field, retryAfter, requestId }) {
      super(message || code);
      this.name = 'PitangaError';
      this.code = code;
      if (field) this.field = field;
      if (retryAfter) this.retryAfter = retryAfter;
      if (requestId) this.requestId = requestId;
    }
  }

  const invalid = (message) => new PitangaError({ code: 'invalid_option', message });

  /** Calls back with what a frame of ours says of itself, and with nothing that others say. */
  const hear = (frame, callback) => {
    const listener = (event) => {
      if (event.origin === origin && event.source === frame.contentWindow && event.data) callback(event.data);
    };
    addEventListener('message', listener);
    return () => removeEventListener('message', listener);
  };

  const makeFrame = (title, src) => {
    const frame = document.createElement('iframe');
    frame.title = title;
    frame.src = src;
    frame.referrerPolicy = 'no-referrer';
    Object.assign(frame.style, { border: '0', width: '100%', display: 'block', colorScheme: 'light' });
    return frame;
  };

  const isEnglish = (language) => /^en/i.test(language || document.documentElement.lang || navigator.language);

  function cardFields(key, { element, style, language } = {}) {
    const place = typeof element === 'string' ? document.querySelector(element) : element;
    if (!(place instanceof Element)) throw invalid("Option 'element' should be an element of the page or its selector");
    const english = isEnglish(language);
    const frame = makeFrame(english ? 'Card details' : 'Dados do cartão', origin + '/js/v1/fields?key=' + encodeURIComponent(key));
    frame.allow = "payment 'none'";
    frame.style.height = '152px';
    const listeners = { ready: new Set(), change: new Set(), error: new Set() };
    const calls = new Map();
    let port, under, isReady, failure, nextCall = 0;

    const emit = (name, detail) => {
      for (const listener of [...listeners[name]]) listener(detail);
    };
    const fail = (error) => {
      for (const { reject } of calls.values()) reject(error);
      calls.clear();
    };
    const stop = (error) => {
      if (failure) return;
      failure = error;
      clearTimeout(timer);
      stopHearing();
      if (port) port.close();
      fail(error);
    };
    const breakDown = (facts) => {
      const error = new PitangaError(facts);
      stop(error);
      emit('error', error);
    };
    const timer = setTimeout(
      () => breakDown({ code: 'unavailable', message: 'The card fields did not load: is ' + origin + ' allowed as a frame?' }),
      startMs,
    );
    const said = {
      ready: () => {
        isReady = true;
        clearTimeout(timer);
        for (const { send } of calls.values()) send();
        emit('ready');
      },
      change: ({ complete, empty, brand, error }) => emit('change', { complete, empty, brand, error }),
      height: ({ height }) => (frame.style.height = Math.min(Math.max(Number(height) || 0, 44), 600) + 'px'),
      problem: (facts) => emit('error', new PitangaError(facts)),
      broken: breakDown,
      answer: ({ call, token, error }) => {
        const waiting = calls.get(call);
        calls.delete(call);
        if (!waiting) return;
        if (error) waiting.reject(new PitangaError(error));
        else waiting.resolve(token);
      },
    };
    const stopHearing = hear(frame, ({ type }) => {
      if (type !== 'pitanga:hello' || port) return;
      const channel = new MessageChannel();
      port = channel.port1;
      port.onmessage = ({ data }) => Object.hasOwn(said, data.type) && said[data.type](data);
      frame.contentWindow.postMessage({ type: 'pitanga:init', style, language: english ? 'en' : 'pt-BR' }, origin, [channel.port2]);
    });
    place.append(frame);

    const ask = (holderName) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        const call = (nextCall += 1);
        const send = () => port.postMessage({ type: 'token', call, holderName });
        const late = setTimeout(() => {
          calls.delete(call);
          reject(new PitangaError({ code: 'unavailable', message: 'The card fields do not answer' }));
        }, tokenMs);
        const ended = (settle) => (value) => (clearTimeout(late), settle(value));
        calls.set(call, { resolve: ended(resolve), reject: ended(reject), send });
        if (isReady) send();
      });

    return {
      on(name, listener) {
        if (!Object.hasOwn(listeners, name)) throw invalid("There is no event '" + name + "'");
        listeners[name].add(listener);
        if (name === 'ready' && isReady) queueMicrotask(() => listeners.ready.has(listener) && listener());
        if (name === 'error' && failure) queueMicrotask(() => listeners.error.has(listener) && listener(failure));
        return () => listeners[name].delete(listener);
      },
      createToken({ holderName } = {}) {
        under ??= ask(holderName).finally(() => (under = undefined));
        return under;
      },
      focus() {
        frame.focus();
        if (port) port.postMessage({ type: 'focus' });
      },
      unmount() {
        for (const name in listeners) listeners[name].clear();
        stop(new PitangaError({ code: 'unmounted', message: 'The card fields were unmounted' }));
        frame.remove();
      },
    };
  }

  function Pitanga(key) {
    if (!/^pk_[\w]{8,100}$/.test(key)) throw invalid('Pitanga() takes a public key, which begins with pk_');
    return { cardFields: (options) => cardFields(key, options) };
  }

  const button = (text) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = text;
    Object.assign(made.style, { minHeight: '44px', padding: '0 12px', border: '0', background: 'none', color: '#1d1d22', font: '16px system-ui,sans-serif', textDecoration: 'underline', cursor: 'pointer' });
    return made;
  };

  /** One at a time: a dialog over the page with the confirmation of a payment. */
  let open;
  function confirm({ actionUrl, language } = {}) {
    const url = URL.canParse(actionUrl) ? new URL(actionUrl) : {};
    if (url.origin !== origin || !/^\/card-actions\/[\w]+$/.test(url.pathname)) {
      return Promise.reject(invalid("Option 'actionUrl' should be the actionUrl of a charge"));
    }
    if (open) return Promise.reject(invalid('Another confirmation is open'));
    open = true;
    const english = isEnglish(language);
    url.searchParams.set('lang', english ? 'en' : 'pt-BR');
    return new Promise((resolve) => {
      const dialog = document.createElement('dialog');
      const title = english ? 'Confirmation of the payment' : 'Confirmação do pagamento';
      const frame = makeFrame(title, url.href);
      const bar = document.createElement('div');
      const leave = button(english ? 'Open in the whole window' : 'Abrir na janela inteira');
      const close = button(english ? 'Close' : 'Fechar');
      dialog.setAttribute('aria-label', title);
      Object.assign(dialog.style, { width: 'min(480px, 100vw)', maxWidth: '100vw', height: 'min(680px, 100vh)', maxHeight: '100vh', padding: '0', border: '0', borderRadius: '12px', background: '#fff', overflow: 'hidden' });
      Object.assign(bar.style, { display: 'flex', justifyContent: 'space-between' });
      frame.style.height = 'calc(100% - 44px)';
      const go = () => location.assign(actionUrl);
      // A browser that does not say that it asks for a frame is refused one: there the payment goes on without.
      const timer = setTimeout(go, helloMs);
      const end = (status) => {
        clearTimeout(timer);
        stopHearing();
        open = false;
        dialog.remove();
        resolve({ status });
      };
      const stopHearing = hear(frame, ({ type, status }) => {
        if (type === 'pitanga:hello') clearTimeout(timer);
        if (type === 'pitanga:end') end(status);
      });
      leave.onclick = go;
      close.onclick = () => end('CLOSED');
      dialog.addEventListener('cancel', (event) => (event.preventDefault(), end('CLOSED')));
      bar.append(leave, close);
      dialog.append(bar, frame);
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  Pitanga.confirm = confirm;
  Pitanga.version = '1.0.0';
  Pitanga.PitangaError = PitangaError;
  window.Pitanga = Pitanga;
})();
`;
