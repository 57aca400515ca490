import model from '@vladmandic/face-api/model/tiny_face_detector_model.bin?url';
import weights from '@vladmandic/face-api/model/tiny_face_detector_model-weights_manifest.json';
import type { RepPhotoCrop } from '#shared/model/rep-photo.ts';
import { cropAround, mainFace } from './crop-around.ts';

/** The longer side of what is looked at; smaller finds no small faces, larger takes longer. px */
const lookedAtPx = 640;
/** What the model itself sees: a multiple of 32; and how sure it has to be of a face, 0 to 1. */
const inputSize = 320;
const scoreThreshold = 0.5;

/**
 * The detector, loaded when the first photo is looked at. It computes in plain JavaScript: WebAssembly would need
 * `wasm-unsafe-eval` in the content security policy, and takes a fraction of a second off one photo.
 */
async function load() {
  const faceapi = await import('@vladmandic/face-api');
  const { tf, nets } = faceapi;
  // Its types leave these two out.
  const engine = tf as unknown as {
    setBackend: (name: string) => Promise<boolean>;
    ready: () => Promise<void>;
  };
  await engine.setBackend('cpu');
  await engine.ready();
  const answer = await fetch(model);
  if (!answer.ok) throw new Error('The model of faces could not be loaded.');
  nets.tinyFaceDetector.loadFromWeightMap(
    tf.io.decodeWeights(await answer.arrayBuffer(), weights[0]!.weights as never),
  );
  return faceapi;
}

let loading: ReturnType<typeof load> | undefined;

/** The picture as it is looked at: upright and not larger than it has to be. */
async function drawn(photo: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(photo);
  const scale = Math.min(1, lookedAtPx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

/**
 * The square around the face of a photo, found on this machine: no photo leaves it for that. Undefined where no face is
 * found, or it could not be looked for: then the photo is centred by the server.
 */
export async function faceCrop(photo: Blob): Promise<RepPhotoCrop | undefined> {
  try {
    loading ??= load();
    const [{ detectAllFaces, TinyFaceDetectorOptions }, canvas] = await Promise.all([loading, drawn(photo)]);
    const found = await detectAllFaces(canvas, new TinyFaceDetectorOptions({ inputSize, scoreThreshold }));
    const face = mainFace(found.map(({ box }) => box));
    return face && cropAround(face, canvas);
  } catch {
    loading = undefined;
    return undefined;
  }
}

/** The same of a photo that lies at an address. */
export async function faceCropAt(url: string): Promise<RepPhotoCrop | undefined> {
  const answer = await fetch(url).catch(() => undefined);
  return answer?.ok ? faceCrop(await answer.blob()) : undefined;
}
