import styles from './LoginScreen.module.css'

/** A street by night, beside the form. */
export function Street() {
  return (
    <svg className={styles.street} viewBox="0 0 600 300" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <path
        className={styles.far}
        d="M0 190V120l40-30 40 30v-25l45-32 45 32v40l35-24 40 28v-34l50-36 50 36v20l40-28 40 28v-22l45-32 45 32v40l35-22 50 30v60z"
      />
      {HOUSES.map(({ x, lit, window: windowLit }) => (
        <g key={x} transform={`translate(${x} 92)`}>
          <path className={styles.wall} d="M4 196V58L62 14l58 44v138z" />
          <path className={styles.roof} d="M-4 64 62 8l66 56-7 8-59-50-59 50z" />
          <path className={styles.chimney} d="M92 38V6h18v48z" />
          <path className={windowLit === 'up' ? styles.lamp : styles.window} d="M24 82h28v34H24z" />
          <path className={styles.window} d="M72 82h28v34H72z" />
          <path className={windowLit === 'down' ? styles.lamp : styles.window} d="M20 142h34v32H20z" />
          <path className={lit ? styles.doorLit : styles.door} d="M72 196v-46a14 14 0 0 1 28 0v46z" />
          <path className={lit ? styles.stepLit : styles.step} d="M64 196h44v6H64z" />
        </g>
      ))}
      <path className={styles.pavement} d="M0 292h600v8H0z" />
    </svg>
  )
}

const HOUSES = [
  { x: -60, lit: false, window: 'up' },
  { x: 72, lit: false, window: 'none' },
  { x: 204, lit: true, window: 'down' },
  { x: 336, lit: false, window: 'up' },
  { x: 468, lit: false, window: 'none' },
] as const
