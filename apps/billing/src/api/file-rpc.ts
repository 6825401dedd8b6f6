import type { FileServiceDefinition } from '@pitanga/contracts';
import { everyTenant, invalidArgument } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { freeFileLinks, readDownload, readImage } from '../managing/file-service';

export function fileHandlers(deps: Deps): RpcHandlers<FileServiceDefinition> {
  return {
    resolveImage: async ({ token, offset }) => ({
      piece: await readImage(deps, everyTenant, token, checkedOffset(offset)),
    }),
    resolveDownload: async ({ token, offset }) => readDownload(deps, everyTenant, token, checkedOffset(offset)),
    listFreeFiles: async ({ checkoutId }, { tenant }) => ({ files: await freeFileLinks(deps, tenant, checkoutId) }),
  };
}

function checkedOffset(offset: number): number {
  if (offset < 0) throw invalidArgument("Property 'offset' should be at least 0");
  return offset;
}
