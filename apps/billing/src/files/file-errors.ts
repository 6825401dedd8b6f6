import { invalidArgument, notFound, unavailable, type AppError } from '@pitanga/core';
import type { FileRule } from './file';

/** The same sentence for every cause, so that requests cannot scan the network. */
export function fileNotDownloaded({ property }: FileRule): AppError {
  return invalidArgument(`Property '${property}' could not be downloaded`, 'DOWNLOAD_FAILED');
}

export function tooManyRedirects({ property }: FileRule): AppError {
  return invalidArgument(`Property '${property}' redirects more than 3 times or in a circle`, 'DOWNLOAD_REDIRECTS');
}

export function fileNotAccepted({ property, expected }: FileRule): AppError {
  return invalidArgument(`Property '${property}' should be ${expected}`, 'FILE_NOT_ACCEPTED');
}

export function downloadsBusy(): AppError {
  return unavailable('Too many product files are being downloaded, try again in a moment', 'DOWNLOADS_BUSY');
}

export function fileNotFound(): AppError {
  return notFound('File not found', 'FILE_NOT_FOUND');
}
