/** Our own fields of a card (dev mode, and where Efí takes it from them), over the inputs of the frame's page; without them the frame says why there are none. */
import {
  cardFieldNames,
  cardProblem,
  readExpiry,
  type CardFieldName,
  type CardProblem,
  type TypedCard,
} from '../../card-checks';
import { findBrandName, findBrand } from '../../card-number';
import { applyMask } from '../masking';
import { requestEfiToken } from './efi-card';
import { byId, openCardFrame, showProblem, type Frame, type MountedFields } from './card-frame';

/** Kinds of masks. */
const masks: Readonly<Record<CardFieldName, string>> = { number: 'cardNumber', expiry: 'expiry', cvv: 'cvv' };

const findInput = (name: CardFieldName): HTMLInputElement => byId(name) as HTMLInputElement;
const readDigits = (name: CardFieldName): string => findInput(name).value.replace(/\D/g, '');
const typed = (): TypedCard => ({ number: readDigits('number'), expiry: readDigits('expiry'), cvv: readDigits('cvv') });

const deviceNow = (): Date => new Date(performance.timeOrigin + performance.now());

function mount(frame: Frame): MountedFields {
  const { words } = frame;
  const findProblem = (name: CardFieldName): CardProblem | undefined => cardProblem(name, typed(), deviceNow());
  const firstWrong = (): CardFieldName | undefined => cardFieldNames.find((name) => findProblem(name) !== undefined);
  /** Fields whose problems the buyer is shown: those that were left. */
  const left = new Set<CardFieldName>();

  function show(): void {
    const { number } = typed();
    byId('brand').textContent = findBrand(number) ?? '';
    const shown = cardFieldNames.map((name) => {
      const problem = left.has(name) ? findProblem(name) : undefined;
      showProblem(byId(`${name}-problem`), problem ? words[problem] : '');
      if (problem) findInput(name).setAttribute('aria-invalid', 'true');
      else findInput(name).removeAttribute('aria-invalid');
      return problem;
    });
    frame.tellChange({
      complete: firstWrong() === undefined,
      empty: cardFieldNames.every((name) => findInput(name).value === ''),
      brand: findBrandName(number) ?? null,
      error: shown.find((problem) => problem !== undefined) ?? null,
    });
  }

  listen(frame, left, show);
  return {
    focus: () => {
      findInput(firstWrong() ?? 'number').focus();
    },
    refusal: () => {
      for (const name of cardFieldNames) left.add(name);
      show();
      const wrong = firstWrong();
      const problem = wrong && findProblem(wrong);
      if (!wrong || !problem) return undefined;
      findInput(wrong).focus();
      return frame.fail(problem, { field: wrong });
    },
    createToken: async (holderName) => {
      const { number, expiry, cvv } = typed();
      const { efi: payeeCode, sandbox } = document.body.dataset;
      if (payeeCode !== undefined) {
        // The number goes to Efí alone.
        const made = await requestEfiToken({ payeeCode, isSandbox: sandbox !== undefined }, typed(), holderName);
        if (typeof made === 'string') return { error: frame.fail(made) };
        return frame.requestToken({ paymentMethod: made.paymentMethod, holderName });
      }
      const { month, year } = readExpiry(expiry);
      return frame.requestToken({ number, expMonth: month, expYear: year, cvv, holderName });
    },
  };
}

/** Labels the fields, parts what is typed into them, and notes which were left. */
function listen({ words }: Frame, left: Set<CardFieldName>, show: () => void): void {
  for (const name of cardFieldNames) {
    const field = findInput(name);
    byId(`${name}-label`).textContent = words[name];
    field.addEventListener('input', () => {
      applyMask(field, masks[name]);
      show();
    });
    field.addEventListener('blur', () => {
      if (field.value === '') left.delete(name);
      else left.add(name);
      show();
    });
  }
  findInput('expiry').placeholder = words.expiryShape;
  byId('fields').hidden = false;
  byId('fields').addEventListener('submit', (event) => {
    event.preventDefault();
  });
}

openCardFrame(mount);
