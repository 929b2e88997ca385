/** The demo's organisations, as super administrators choose them. */
export const NORTHMERE = 'Northmere Borough Council'
export const GLANMOR = 'Cyngor Glanmor'
