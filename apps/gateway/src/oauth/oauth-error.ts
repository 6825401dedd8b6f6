/** The errors of RFC 6749, 7591, 7009 and 8707 that are answered here. */
export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_target'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** What a program that speaks OAuth is refused, in OAuth's words. */
export class OAuthError extends Error {
  constructor(
    readonly code: OAuthErrorCode,
    /** For the developer of the program. */
    readonly description: string,
  ) {
    super(description);
  }

  get status(): number {
    if (this.code === 'temporarily_unavailable') return 503;
    return this.code === 'invalid_client' ? 401 : 400;
  }
}
