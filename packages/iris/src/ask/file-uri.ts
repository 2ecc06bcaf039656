import type { ContainerFile } from '@sekisho/responses';

const FILE_URI = /^iris:\/\/files\/([A-Za-z0-9_-]{1,200})\/([A-Za-z0-9_-]{1,200})$/;

/** The name of a container's file as a resource. */
export function fileUri({ containerId, fileId }: Pick<ContainerFile, 'containerId' | 'fileId'>): string {
  return `iris://files/${encodeURIComponent(containerId)}/${encodeURIComponent(fileId)}`;
}

/** The container and the file that a resource name stands for. */
export function parseFileUri(uri: string): { containerId: string; fileId: string } | undefined {
  const [, containerId, fileId] = FILE_URI.exec(uri) ?? [];
  return containerId === undefined || fileId === undefined ? undefined : { containerId, fileId };
}
