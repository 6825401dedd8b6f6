/** What a mail shows, in words, before it is HTML and text. */
export interface Letter {
  readonly subject: string;
  /** One sentence that a list of mails shows after the subject. */
  readonly preview: string;
  /** The store that it is from, above everything; absent in mail of the installation. */
  readonly from?: string | undefined;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Label and value. */
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** Text to copy, with its label. */
  readonly code?: { readonly label: string; readonly text: string } | undefined;
  readonly button?: { readonly label: string; readonly url: string } | undefined;
  /** Another way than that of the button. */
  readonly link?: { readonly label: string; readonly url: string } | undefined;
  /** Small lines at the end: why this mail came, and whom to ask. */
  readonly footer: readonly string[];
  /** The way out of such mail. */
  readonly optOut?: { readonly label: string; readonly url: string } | undefined;
}
