/** How a state should feel: done, waiting for somebody, ended without money, lost. */
export type Tone = 'good' | 'wait' | 'quiet' | 'bad' | 'info';

interface Props {
  readonly tone: Tone;
  readonly children: string;
}

/** A state as a word in a coloured pill; the colour only repeats the word. */
export function Status({ tone, children }: Props) {
  return <span className={`status status-${tone}`}>{children}</span>;
}
