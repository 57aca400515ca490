import { fileTypeFromBuffer } from 'file-type';
import { badRequest } from '#functions/kernel/errors.ts';
import { type Asset, contentLimits as limits } from '#shared/model/content.ts';
import { documentKind } from '#shared/model/markup.ts';

type Kind = Asset['assetType'];

/** What the library takes (specification, section 5): images, video, audio, pdf, doc and docx. */
const documents = new Set([
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]);

/**
 * How many bytes tell what a file is. An SVG whose first element comes later, behind a comment or a document type
 * that is longer, is refused with a sentence that says so.
 */
export const sniffBytes = 4100;

function kindOf(mimeType: string): Kind | undefined {
  const [top] = mimeType.split('/');
  if (top === 'image' || top === 'video' || top === 'audio') return top;
  return documents.has(mimeType) ? 'document' : undefined;
}

const bare = (mimeType: string) => mimeType.split(';')[0]!.trim().toLowerCase();

/** @throws 400 for a type or a size that the library does not take */
export function assertTakes(mimeType: string, fileSize: number): Kind {
  const kind = kindOf(bare(mimeType));
  if (!kind) throw badRequest('The library takes images, video, audio, PDF, DOC and DOCX files.');
  if (kind === 'video' && fileSize > limits.upload.video)
    throw badRequest('Video file is too large. Maximum size is 100MB.');
  // What can lie on the canvas may be as large as an element's file; the library's 50 MB are a hint of its page.
  const most = kind === 'document' ? limits.upload.assetLibrary : limits.upload.elementFile;
  if (fileSize > most) throw badRequest(`This file is too large. Maximum size is ${most / 1024 / 1024}MB.`);
  return kind;
}

/** What the first bytes of a file really are, whatever its name says. @throws 400 when that is not taken here */
export async function sniff(head: Buffer): Promise<{ mimeType: string; kind: Kind }> {
  const found = await fileTypeFromBuffer(head);
  const document = documentKind(head.toString('utf8').trimStart());
  const mimeType = document === 'svg' ? 'image/svg+xml' : bare(found?.mime ?? '');
  // Word's old format is a compound file, which file-type names by its container.
  const known = mimeType === 'application/x-cfb' ? 'application/msword' : mimeType;
  const kind = kindOf(known);
  if (!kind && document === 'unknown' && head.length >= sniffBytes)
    throw badRequest(
      `No drawing begins in the first ${sniffBytes} bytes of this file. If it is an SVG, shorten the comment before it.`,
    );
  if (!kind)
    throw badRequest(
      'This file is not an image, video, audio, PDF, DOC or DOCX file, whatever its name says.',
    );
  return { mimeType: known, kind };
}
