/** /gallery, in development only. */
export { Gallery as Component } from '../features/gallery/Gallery'
