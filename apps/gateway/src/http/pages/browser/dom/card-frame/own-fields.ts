/** Our own fields of a card (dev mode), over the inputs of the frame's page; without them the frame says why there are none. */
import {
  cardFieldNames,
  cardProblem,
  readExpiry,
  type CardFieldName,
  type CardProblem,
  type TypedCard,
} from '../../card-checks';
import { brandNameOf, brandOf } from '../../card-number';
import { applyMask } from '../masking';
import { byId, openCardFrame, showProblem, type Frame, type MountedFields } from './card-frame';

/** Kinds of masks. */
const masks: Readonly<Record<CardFieldName, string>> = { number: 'cardNumber', expiry: 'expiry', cvv: 'cvv' };

const inputOf = (name: CardFieldName): HTMLInputElement => byId(name) as HTMLInputElement;
const digitsOf = (name: CardFieldName): string => inputOf(name).value.replace(/\D/g, '');
const typed = (): TypedCard => ({ number: digitsOf('number'), expiry: digitsOf('expiry'), cvv: digitsOf('cvv') });

const deviceNow = (): Date => new Date(performance.timeOrigin + performance.now());

function mount(frame: Frame): MountedFields {
  const { words } = frame;
  const problemOf = (name: CardFieldName): CardProblem | undefined => cardProblem(name, typed(), deviceNow());
  const firstWrong = (): CardFieldName | undefined => cardFieldNames.find((name) => problemOf(name) !== undefined);
  /** Fields whose problems the buyer is shown: those that were left. */
  const left = new Set<CardFieldName>();

  function show(): void {
    const { number } = typed();
    byId('brand').textContent = brandOf(number) ?? '';
    const shown = cardFieldNames.map((name) => {
      const problem = left.has(name) ? problemOf(name) : undefined;
      showProblem(byId(`${name}-problem`), problem ? words[problem] : '');
      if (problem) inputOf(name).setAttribute('aria-invalid', 'true');
      else inputOf(name).removeAttribute('aria-invalid');
      return problem;
    });
    frame.tellChange({
      complete: firstWrong() === undefined,
      empty: cardFieldNames.every((name) => inputOf(name).value === ''),
      brand: brandNameOf(number) ?? null,
      error: shown.find((problem) => problem !== undefined) ?? null,
    });
  }

  listen(frame, left, show);
  return {
    focus: () => {
      inputOf(firstWrong() ?? 'number').focus();
    },
    refusal: () => {
      for (const name of cardFieldNames) left.add(name);
      show();
      const wrong = firstWrong();
      const problem = wrong && problemOf(wrong);
      if (!wrong || !problem) return undefined;
      inputOf(wrong).focus();
      return frame.fail(problem, { field: wrong });
    },
    createToken: (holderName) => {
      const { number, expiry, cvv } = typed();
      const { month, year } = readExpiry(expiry);
      return frame.requestToken({ number, expMonth: month, expYear: year, cvv, holderName });
    },
  };
}

/** Labels the fields, parts what is typed into them, and notes which were left. */
function listen({ words }: Frame, left: Set<CardFieldName>, show: () => void): void {
  for (const name of cardFieldNames) {
    const field = inputOf(name);
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
  inputOf('expiry').placeholder = words.expiryShape;
  byId('fields').hidden = false;
  byId('fields').addEventListener('submit', (event) => {
    event.preventDefault();
  });
}

openCardFrame(mount);
