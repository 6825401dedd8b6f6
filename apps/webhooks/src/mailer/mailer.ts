/** A file that comes with a mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** A mail with its envelope. */
export interface OutgoingMail {
  /** The same for every attempt: receivers recognise a repeat by it. */
  readonly messageId: string;
  readonly to: string;
  /** Shown with the address of the installation. */
  readonly fromName: string | undefined;
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
  /** Of the page that ends such mail. */
  readonly optOutUrl: string | undefined;
  readonly language: string;
  readonly date: Date;
}

/** What a mail server did with a mail. */
export type MailOutcome =
  | { readonly kind: 'accepted'; readonly code: number }
  /** Refused with a code; `isNoMailbox` when the address does not exist or takes no mail. */
  | { readonly kind: 'refused'; readonly code: number; readonly isPermanent: boolean; readonly isNoMailbox: boolean }
  /** Nothing is known of the mail: it may have been accepted. */
  | { readonly kind: 'failed'; readonly outcome: 'timeout' | 'dns' | 'connect' | 'tls' | 'protocol' };

export interface Mailer {
  /** Hands a mail over once; never throws for what a server or a network does. */
  send(mail: OutgoingMail): Promise<MailOutcome>;
  /** Ends idle connections at once, and the others with their mail. */
  close(): void;
}
