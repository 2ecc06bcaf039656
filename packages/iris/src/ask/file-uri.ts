import type { ContainerFile } from '@sekisho/responses';

const FILE_URI = /^iris:\/\/files\/([A-Za-z0-9_-]{1,200})\/([A-Za-z0-9_-]{1,200})$/;

/** Returns the resource URI of a file in a container. */
export function fileUri({ containerId, fileId }: Pick<ContainerFile, 'containerId' | 'fileId'>): string {
  return `iris://files/${encodeURIComponent(containerId)}/${encodeURIComponent(fileId)}`;
}

/** Returns the container and the file that a resource URI identifies. */
export function parseFileUri(uri: string): { containerId: string; fileId: string } | undefined {
  const [, containerId, fileId] = FILE_URI.exec(uri) ?? [];
  return containerId === undefined || fileId === undefined ? undefined : { containerId, fileId };
}
