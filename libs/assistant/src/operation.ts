/** How an option's text becomes a value of the API. `json` is anything else: an object, or an array of objects. */
export type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'json';

/** One field of an operation's query or body; a field within an object has a dotted name: `data.amount`. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly required?: true;
  readonly choices?: readonly string[];
  readonly text?: string;
}

/** One operation of the API, as the command line needs it. */
export interface Operation {
  /** `['charges', 'create']`: the words of the command, and in camelCase the method of the SDK. */
  readonly words: readonly string[];
  /** It changes something: a POST. */
  readonly write: boolean;
  readonly summary: string;
  /** What the document says of it, without its permission. */
  readonly text: string;
  /** `CHECKOUT:READ`; null where any secret key will do. */
  readonly permission: string | null;
  /** The field that stands without its name: `customers get <id>`. */
  readonly argument?: string;
  /** It answers a page of records. */
  readonly paged: boolean;
  readonly fields: readonly Field[];
}

/** The input of an operation as JSON Schema, for assistants. */
export interface ToolSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: string[];
}

/** `charges create`. */
export function commandText({ words }: Pick<Operation, 'words'>): string {
  return words.join(' ');
}
