import { pitangaScript } from './pitanga-script';

/** Of {@link pitangaScriptWithAlias}. Another script is another version, beside this one (apps/docs/src/content/docs/en/guides/card.md#versions). */
export const pitangaVersion = '1.1.0';

/**
 * The words of abacatepay.js, over the fields of {@link pitangaScript}: a page that was written for it changes one address.
 * Its form asks for the holder's name itself, and ours does not, so the name gets an input of its own above the frame.
 */
const aliasScript = String.raw`(() => {
  'use strict';
  const { Pitanga } = window;
  const invalid = (message) => new Pitanga.PitangaError({ code: 'invalid_option', message });

  const makeNameField = (english) => {
    const label = document.createElement('label');
    const input = document.createElement('input');
    Object.assign(label.style, { display: 'block', padding: '4px', font: '14px system-ui,sans-serif' });
    Object.assign(input, { autocomplete: 'cc-name', maxLength: 100, required: true });
    Object.assign(input.style, { boxSizing: 'border-box', display: 'block', width: '100%', minHeight: '44px', marginTop: '4px', padding: '8px 12px', border: '1px solid #8a8a94', borderRadius: '8px', font: '16px system-ui,sans-serif' });
    label.append(english ? 'Name on the card' : 'Nome impresso no cartão', input);
    return { label, input };
  };

  function create(options = {}) {
    const { publicKey, amount, language, style } = options;
    if (typeof publicKey !== 'string' || publicKey === '') throw invalid("Option 'publicKey' is required");
    if (!Number.isSafeInteger(amount) || amount < 100) throw invalid("Option 'amount' should be centavos, at least 100");
    const pitanga = Pitanga(publicKey);
    const callbacks = { ...options, ...options.callbacks };
    const call = (name, detail) => typeof callbacks[name] === 'function' && callbacks[name](detail);
    let fields, holder, told;
    const tell = (error) => error !== told && call('onError', (told = error));

    return {
      mount(target) {
        return new Promise((resolve, reject) => {
          const place = typeof target === 'string' ? document.querySelector(target) : target;
          if (!(place instanceof Element)) throw invalid('mount() takes an element of the page or its selector');
          if (fields) fields.unmount();
          const { label, input } = makeNameField(/^en/i.test(language || document.documentElement.lang || navigator.language));
          place.replaceChildren(label);
          holder = input;
          fields = pitanga.cardFields({ element: place, style, language });
          fields.on('ready', () => (resolve(), call('onReady')));
          fields.on('change', (change) => call('onChange', change));
          // A style that is not taken leaves the fields as they are.
          fields.on('error', (error) => (error.code === 'invalid_option' || reject(error), tell(error)));
        });
      },
      async tokenize() {
        try {
          if (!fields) throw invalid('tokenize() needs mount() before it');
          return (await fields.createToken({ holderName: holder.value })).id;
        } catch (error) {
          if (error.field === 'holderName') holder.focus();
          tell(error);
          throw error;
        }
      },
      unmount() {
        if (!fields) return;
        fields.unmount();
        holder.parentElement.remove();
        fields = undefined;
      },
    };
  }

  window.AbacatePay = { create };
})();
`;

/** The fields, under this version, and the alias. */
export const pitangaScriptWithAlias =
  pitangaScript.replace("Pitanga.version = '1.0.0'", `Pitanga.version = '${pitangaVersion}'`) + aliasScript;
