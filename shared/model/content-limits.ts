/**
 * Every number that bounds content, in one place. Where the visual editor's specification gives the number
 * its section is named; the others protect one stored item (a table item holds at most 400 kB) and the
 * renderer's memory.
 */
export const contentLimits = {
  /** Canvas width and height in px (section 5). */
  canvas: { min: 100, max: 10_000 },
  /** Element width and height in px: the floor is the stored minimum, resizing has bounds per type (section 5). */
  elementSide: { min: 1, max: 10_000 },
  /** Coordinates in canvas px: elements may lie outside the canvas, but within sight of it. */
  coordinate: { min: -100_000, max: 100_000 },
  /** Elements in one project. */
  elementsPerProject: 10_000,
  /** Pages of one project; its elements are counted over all of them. */
  pages: 50,
  pageNameLength: 60,
  /** Seconds that a page is shown. */
  pageSeconds: { min: 1, max: 600 },
  /** Elements of one template, and what they may weigh when packed, in bytes. */
  elementsPerTemplate: 2_000,
  templateBytes: 3_000_000,
  /** Element edits in one saving call. */
  elementsPerSave: 500,
  /** Layer orders are integers; the layer field of the panel starts at 0 (section 5), 'to back' may go below it. */
  layerOrder: { min: -1_000_000, max: 1_000_000 },
  /** Folders of a tenant's projects. */
  folders: 200,
  folderName: 60,
  /** Projects that one call moves, tags or removes. */
  projectsPerCall: 100,
  /** Names of projects, assets, variables and templates, in characters. */
  nameLength: 120,
  descriptionLength: 2_000,
  /** Text of one element, in characters. */
  textLength: 10_000,
  /** http(s) and blob addresses, in characters. */
  urlLength: 2_048,
  /** An address that carries its content (`data:`), in characters. */
  dataUrlLength: 65_536,
  cssLength: 2_000,
  colorLength: 64,
  tags: 20,
  tagLength: 40,
  animationsPerElement: 10,
  /** Seconds: when an animation begins after the scene, and its rest between two iterations. */
  animationDelay: { min: 0, max: 3_600 },
  /** Seconds of one iteration: one frame at least. */
  animationDuration: { min: 0.05, max: 600 },
  animationIterations: { min: 1, max: 1_000 },
  variablesPerProject: 200,
  /** Free maps (styles, properties, metadata, constraints). */
  map: { keys: 200, depth: 6, arrayLength: 500, stringLength: 65_536, totalLength: 100_000 },
  /** Displays of one publication; also the paging limit of the display list (section 9). */
  displays: 500,
  /** Projects of one bulk export. */
  bulkProjects: 100,
  /** An uploaded image's side and area in px: decoded, each px takes four bytes in every browser that shows it. */
  imageSide: 10_000,
  imagePixels: 64_000_000,
  /** Exported picture's side in px. */
  exportSide: { min: 1, max: 10_000 },
  /** Length of an exported video in seconds. */
  exportDuration: { min: 1, max: 3_600 },
  /** Length of a takeover in minutes, three seconds to a week; null means permanent. */
  publishMinutes: { min: 0.05, max: 10_080 },
  messageLength: 500,
  /** A video's thumbnail, JPEG in base64, in characters. */
  thumbnailLength: 400_000,
  /** Upload ceilings in bytes (section 9): videos and element files 100 MB, the asset library 50 MB. */
  upload: { video: 100 * 1024 * 1024, elementFile: 100 * 1024 * 1024, assetLibrary: 50 * 1024 * 1024 },
} as const;
