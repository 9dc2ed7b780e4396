# What ./setpoint, ./check and ./bench need of the machine. They source it, and have a function fail that says a sentence and exits.

# In the locale C, which most containers have, Java reads no name beyond ASCII. If the system has a locale with UTF-8, that one counts.
use_unicode() { # all names that Java will be told
    local all found=
    if command -v locale >/dev/null; then
        case $(locale charmap 2>/dev/null) in ANSI_X3.4-1968 | US-ASCII | '') ;; *) return 0 ;; esac
        all=$(locale -a 2>/dev/null || true)
        found=$(grep -i -m 1 '^C\.utf-*8$' <<<"$all" || grep -i -m 1 '\.utf-*8$' <<<"$all" || true)
    else # as in small systems, which read all names as UTF-8 or have C.UTF-8
        case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in C | POSIX) found=C.UTF-8 ;; *) return 0 ;; esac
    fi
    if [ -n "$found" ]; then
        export LC_ALL=$found
        return 0
    fi
    local LC_ALL=C name
    for name; do
        case $name in
        *[!$'\001'-$'\177']*) fail "$name: beyond ASCII (expected: a locale with UTF-8, which this system lacks, or another name)" ;;
        esac
    done
}

# Sets java. The file "release" of a JDK says its version without a start of Java, which would take longer than all else here.
find_java() {
    local from real version= key value
    if [ -n "${JAVA_HOME:-}" ]; then
        java=$JAVA_HOME/bin/java
        from="JAVA_HOME: $JAVA_HOME"
        [ -x "$java" ] || fail "$from (expected: a JDK 17 or later)"
    else
        java=$(command -v java) || fail "java not found (expected: a JDK 17 or later on PATH or in JAVA_HOME)"
        from=$java
    fi
    real=$(readlink -f "$java" 2>/dev/null || echo "$java")
    real=${real%/bin/java}/release
    if [ -r "$real" ]; then
        while IFS='=' read -r key value; do
            if [ "$key" = JAVA_VERSION ]; then version=${value//\"/}; fi
        done <"$real"
    fi
    if [ -z "$version" ]; then
        version=$("$java" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p' | head -n 1 || true)
    fi
    [ -n "$version" ] || fail "$from, whose java does not start (expected: a JDK 17 or later)"
    [ "${version%%[!0-9]*}" -ge 17 ] 2>/dev/null || fail "$from, which is Java $version (expected: a JDK 17 or later)"
}

# A class path separates its entries by colons.
refuse_colon() { # the folder of the project
    case $1 in *:*) fail "$1: a colon in its name (expected: none, as class paths are separated by colons)" ;; esac
}
