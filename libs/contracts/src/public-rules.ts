/** What the public form does with a text. `kept`: an id, code or date of Pitanga or a provider; `left out`: all else. */
export type Fate = 'kept' | 'left out';

/** A list as one of it. */
type One<T> = NonNullable<T> extends readonly (infer E)[] ? NonNullable<E> : NonNullable<T>;

/** A text is of any content; enums, whose values are known, are none. */
type IsText<T> = string extends T ? true : T extends Uint8Array ? true : false;

/** True for texts, and for messages, which may have some. */
type IsRuled<T> = IsText<T> extends true ? true : T extends Date | string | number | boolean ? false : true;

/** A fate for each text of a message and of the messages in it: without one the compiler refuses the field. */
export type Rules<T> = {
  readonly [K in keyof T as IsRuled<One<T[K]>> extends true ? K : never]-?: IsText<One<T[K]>> extends true
    ? Fate
    : Rules<One<T[K]>>;
};
