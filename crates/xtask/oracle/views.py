"""Writes places from other centres, in other axes, with fewer corrections, and the Earth's rotation,
from the full kernel reduced by ERFA.

usage: views.py DE440.bsp SB441-N16.bsp HORIZONS.bsp VIEWS.csv ROTATION.csv
"""

import math
import sys

import erfa
import numpy as np
from places import AU_KM, C_AU_DAY, J2000, Kernels, unit

FRAMES = ("ecliptic-date", "ecliptic-j2000", "equatorial-date", "icrs")
PLACES = [(-33.86, 151.21, 58.0), (78.22, 15.65, 10.0), (0.0, -78.5, 2850.0)]


def turn(frame, day, fraction):
    rnpb = erfa.pnm06a(J2000 + day, fraction)
    if frame == "equatorial-date":
        return rnpb
    if frame == "ecliptic-date":
        return erfa.rx(erfa.obl06(J2000 + day, fraction) + erfa.nut06a(J2000 + day, fraction)[1], np.eye(3)) @ rnpb
    return erfa.ecm06(J2000, 0.0) if frame == "ecliptic-j2000" else np.eye(3)


def eye(kernels, center, site, ut1_minus_tdb, day, fraction):
    if center == "barycentric":
        return np.zeros(3), np.zeros(3)
    if center == "heliocentric":
        return kernels.barycentric("sun", day, fraction), np.zeros(3)
    at, velocity = kernels.barycentric("earth", day, fraction), kernels.earth_velocity(day, fraction)
    if center == "topocentric":
        latitude, longitude, height = site
        # TDB for TT: at most 2 ms, in which precession does nothing.
        sidereal = erfa.gst06a(J2000 + day, fraction + ut1_minus_tdb / 86400, J2000 + day, fraction)
        carried = erfa.pvtob(math.radians(longitude), math.radians(latitude), height, 0, 0, 0, sidereal)
        back = erfa.pnm06a(J2000 + day, fraction).T
        at = at + back @ carried["p"] / 1000 / AU_KM
        velocity = velocity + back @ carried["v"] * 86.4 / AU_KM
    return at, velocity


def place(kernels, body, view, day, fraction):
    center, frame, correction, site, ut1_minus_tdb = view
    at, velocity = eye(kernels, center, site, ut1_minus_tdb, day, fraction)
    sun = kernels.barycentric("sun", day, fraction)
    then, tau = kernels.barycentric(body, day, fraction), 0.0
    if correction != "geometric":
        for _ in range(6):
            tau = np.linalg.norm(then - at) / C_AU_DAY
            then = kernels.barycentric(body, day, fraction - tau)
    u = unit(then - at)
    if correction == "apparent" and center in ("geocentric", "topocentric"):
        e = at - sun
        if body not in ("sun", "moon"):
            q = then - kernels.barycentric("sun", day, fraction - tau)
            u = erfa.ld(1.0, u, unit(q), unit(e), np.linalg.norm(e), 1e-6)
        beta = velocity / C_AU_DAY
        u = erfa.ab(u, beta, np.linalg.norm(e), math.sqrt(1 - beta @ beta))
    return *erfa.c2s(turn(frame, day, fraction) @ u), np.linalg.norm(then - at)


def with_speeds(kernels, body, view, day, fraction):
    # Short, because the daily circle of an observer is steep.
    step = 1 / 512
    found = [place(kernels, body, view, day, fraction + k * step) for k in (-2, -1, 0, 1, 2)]

    def derivative(index, wrap):
        f = [p[index] - found[2][index] for p in found]
        f = [math.remainder(x, math.tau) for x in f] if wrap else f
        return (f[0] - 8 * f[1] + 8 * f[3] - f[4]) / (12 * step)
    return found[2], derivative(0, True), derivative(1, True), derivative(2, False)


def main():
    kernels = Kernels(*sys.argv[1:4])
    random = np.random.default_rng(2006)
    with open(sys.argv[4], "w") as file:
        file.write("body,day,fraction,center,frame,correction,latitude_deg,longitude_deg,height_m,ut1_minus_tdb_s,"
                   "angle1_deg,angle2_deg,distance_au,angle1_speed_deg,angle2_speed_deg,distance_speed_au\n")
        for center in ("geocentric", "topocentric", "heliocentric", "barycentric"):
            for correction in ("apparent", "astrometric", "geometric"):
                for frame in FRAMES:
                    for body in ("sun", "moon", "mercury", "mars", "neptune", "earth"):
                        if (body == "earth" and center in ("geocentric", "topocentric")) or (body, center) == ("sun", "heliocentric"):
                            continue
                        day = float(round(random.uniform(-100000, 180000)))
                        fraction = round(random.uniform(-0.4, 0.4) * 2**20) / 2**20
                        site = PLACES[random.integers(len(PLACES))] if center == "topocentric" else (0.0, 0.0, 0.0)
                        clock = -round(random.uniform(-10, 300), 3)
                        view = (center, frame, correction, site, clock)
                        (a, b, d), va, vb, vd = with_speeds(kernels, body, view, day, fraction)
                        file.write(f"{body},{day:.0f},{fraction!r},{center},{frame},{correction},"
                                   + ",".join(str(s) for s in site) + f",{clock},"
                                   + f"{math.degrees(a) % 360:.11f},{math.degrees(b):.11f},{d:.14g},"
                                   + f"{math.degrees(va):.9f},{math.degrees(vb):.9f},{vd:.10g}\n")
    with open(sys.argv[5], "w") as file:
        file.write("tt_day,tt_fraction,ut1_minus_tt_s,mean_sidereal_deg,apparent_sidereal_deg,dpsi_deg,deps_deg,mean_obliquity_deg\n")
        for _ in range(200):
            day = float(round(random.uniform(-146000, 219000)))
            fraction = round(random.uniform(-0.4, 0.4) * 2**20) / 2**20
            clock = -round(random.uniform(-10, 300), 3)
            ut1 = (J2000 + day, fraction + clock / 86400)
            tt = (J2000 + day, fraction)
            mean, apparent = erfa.gmst06(*ut1, *tt), erfa.gst06a(*ut1, *tt)
            dpsi, deps = erfa.nut06a(*tt)
            numbers = [math.degrees(x) for x in (mean, apparent, dpsi, deps, erfa.obl06(*tt))]
            file.write(f"{day:.0f},{fraction!r},{clock}," + ",".join(f"{x:.12f}" for x in numbers) + "\n")


if __name__ == "__main__":
    main()
