import type {
  OAuthClientInformationFull,
  OAuthMetadata,
  OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { scopes } from '../../oauth/authorization';
import type { OAuthClient } from '../../oauth/oauth-client';

export const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp';

/** The address of /mcp: what tokens are for. */
export function mcpUrl(publicUrl: string): string {
  return `${publicUrl}/mcp`;
}

export function resourceMetadataUrl(publicUrl: string): string {
  return `${publicUrl}${resourceMetadataPath}`;
}

/** What /mcp says of itself (RFC 9728). */
export function resourceMetadata(publicUrl: string): OAuthProtectedResourceMetadata {
  return {
    resource: mcpUrl(publicUrl),
    authorization_servers: [publicUrl],
    scopes_supported: [...scopes],
    bearer_methods_supported: ['header'],
    resource_name: 'Pitanga',
    resource_documentation: `${publicUrl}/docs/en/guides/mcp/`,
  };
}

/** How tokens are asked for (RFC 8414). */
export function serverMetadata(publicUrl: string): OAuthMetadata {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    scopes_supported: [...scopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [...grantTypes],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${publicUrl}/docs/en/guides/mcp/`,
  };
}

const grantTypes = ['authorization_code', 'refresh_token'] as const;

/** What a client has, whatever else it asked for (RFC 7591). */
export function clientInformation({ id, name, redirectUris, createdAt }: OAuthClient): OAuthClientInformationFull {
  return {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1_000),
    client_name: name,
    redirect_uris: [...redirectUris],
    grant_types: [...grantTypes],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}
